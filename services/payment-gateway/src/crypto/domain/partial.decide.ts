import { reject } from '@repasse/chassis/decider';
import { acceptedPartsOf, type Came, inParts } from './accepted-part';
import { type Decision, isAmount, notFound } from '../../payments/domain/decision';
import { type PaymentState, type Receipt, type ReceivedPayment } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { type UndatedPaymentEvent } from '../../payments/domain/payment-events';

type PartiallyReceived = Extract<PaymentState, { status: 'partially_received' }>;

/** Why no part of the price can be accepted, where that depends on the status alone. */
const nothingToAccept = {
  requested: 'Nothing has come.',
  unknown: 'Nothing has come.',
  offered: 'Nothing has come.',
  confirming: 'Coins are on their way. What comes of them is to be known first.',
  expired: 'The payment has ended without any coins.',
  canceled: 'The payment has ended without any coins.',
  failed: 'The payment has ended without any coins.',
} as const;

/**
 * The merchant accepts the received part as the whole. From then on it is booked and refunded like any other money;
 * later deposits are further receipts.
 */
export const acceptPartial = (state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status === 'partially_received') return accepted(state);
  if (state.status !== 'received') return notPartial(nothingToAccept[state.status]);
  return state.acceptedReference === null ? notPartial('The price has come in full.') : [];
};

const accepted = ({ offer, partial, partiallyReceivedAt }: PartiallyReceived): Decision => {
  // The receipt carries the provider's name of the payment, and without that name no payer could get an address.
  if (offer === null) return notPartial('The provider has not told yet what it calls the payment.');
  const { providerReference } = offer;
  const receipt = { providerReference, amountMinor: partial.receivedTotalMinor, receivedAt: partiallyReceivedAt };
  return isAmount(receipt.amountMinor)
    ? [{ type: 'PaymentReceived', data: { receipt, isPartAccepted: true } }]
    : reject('payment.part_too_small', 'What has come is worth less than the smallest unit of the currency.');
};

const notPartial = (detail: string) => reject('payment.not_partially_paid', detail);

/** Whether a receipt is of the price a part of which was accepted, and not of money on top. */
export const isOfAcceptedPrice = (state: PaymentState, { providerReference }: Receipt): state is ReceivedPayment =>
  state.status === 'received' && state.acceptedReference === providerReference;

/**
 * Records deposits since a part was accepted. The provider reports the whole sum each time, so a sum that is not larger
 * than before is no news: deposits are reported in any order, and twice.
 */
export const recordRest = (state: ReceivedPayment, came: Came): readonly UndatedPaymentEvent[] => {
  const booked = acceptedPartsOf(state);
  return inParts(booked, came)
    .slice(booked.length)
    .map((receipt) => ({ type: 'PaymentReceived', data: { receipt, isPartAccepted: true } }));
};

/**
 * Records the part received of a price. Like any money it is recorded in every state of the payment; the same sum once
 * more is no news, and once the whole price has come it is only a part of that. After a part was accepted, the excess
 * over it is a receipt.
 */
export const recordPartialReceipt = (
  { partial, now }: DataOf<'RecordPartialReceipt'>,
  state: PaymentState,
): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status === 'received') {
    return recordRest(state, { totalMinor: partial.receivedTotalMinor, receivedAt: now });
  }
  const isKnown =
    state.status === 'partially_received' && state.partial.receivedPayAmount === partial.receivedPayAmount;
  return isKnown ? [] : [{ type: 'PaymentPartiallyReceived', data: { partial } }];
};
