import { type Decision, notFound } from '../../payments/domain/decision';
import { recordRest } from './accept.decide';
import { type PaymentState } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';

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
