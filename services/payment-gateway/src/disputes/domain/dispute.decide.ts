import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision, isAmount, notFound } from '../../payments/domain/decision';
import { type PaymentState, type ReceivedPayment } from '../../payments/domain/payment';
import { type DataOf } from '../../payments/domain/payment-commands';
import { type UndatedPaymentEvent } from '../../payments/domain/payment-events';

/** Records the standing of a dispute. One that is first reported when it is over gets its opening, too. */
export const recordDispute = (told: DataOf<'RecordDispute'>, state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  if (state.status !== 'received') return reject('dispute.payment_not_paid', 'Nothing was received to dispute.');
  if (!isAmount(told.amountMinor)) return reject('dispute.amount_out_of_range', 'A dispute is about some money.');

  const kept = state.disputes.find(({ providerReference }) => providerReference === told.providerReference);
  if (kept !== undefined && kept.status !== 'open') return [];
  if (kept !== undefined) return ending(told, kept.disputeId);
  const { disputeId, providerReference, amountMinor, receiptReference, respondBy, reason } = told;
  const dispute = {
    ...{ disputeId, providerReference, amountMinor },
    ...(receiptReference && { receiptReference }),
    ...(respondBy !== undefined && told.status === 'open' && { respondBy }),
  };
  const at = notBeforeMoney(told, state);
  return [{ type: 'DisputeOpened', data: { dispute, reason, openedAt: at } }, ...ending({ ...told, at }, disputeId)];
};

/** Acquirers tell the day of a dispute only, and that day begins before the payment of the same day. */
const notBeforeMoney = (
  { at, receiptReference }: DataOf<'RecordDispute'>,
  { receipts: [first, ...others] }: ReceivedPayment,
): string => {
  const receipt = others.find(({ providerReference }) => providerReference === receiptReference) ?? first;
  return receipt !== undefined && Date.parse(at) < Date.parse(receipt.receivedAt) ? receipt.receivedAt : at;
};

const ending = (
  { status, at: decidedAt }: DataOf<'RecordDispute'>,
  disputeId: string,
): readonly UndatedPaymentEvent[] => {
  switch (status) {
    case 'open':
      return [];
    case 'won':
      return [{ type: 'DisputeWon', data: { disputeId, decidedAt } }];
    case 'lost':
      return [{ type: 'DisputeLost', data: { disputeId, decidedAt } }];
    default:
      return assertNever(status);
  }
};
