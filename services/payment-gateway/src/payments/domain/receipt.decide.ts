import { reject } from '@repasse/chassis/decider';
import { isOfAcceptedPrice, recordRest } from '../../crypto/domain/partial.decide';
import { type Decision, isAmount, notFound } from './decision';
import { type PaymentState, receiptsOf } from './payment';
import { type DataOf } from './payment-commands';

/** Money that arrived is recorded whatever was thought of the payment before: only the payer's bank undoes it. */
export const recordReceipt = ({ receipt }: DataOf<'RecordReceipt'>, state: PaymentState): Decision => {
  if (state.status === 'absent') return notFound();
  const { amountMinor, receivedAt } = receipt;
  if (!isAmount(amountMinor)) {
    return reject('payment.amount_out_of_range', `${amountMinor} minor units are no amount of a receipt.`);
  }
  if (isOfAcceptedPrice(state, receipt)) return recordRest(state, { totalMinor: amountMinor, receivedAt });

  const kept = receiptsOf(state).find((each) => each.providerReference === receipt.providerReference);
  if (kept === undefined) return [{ type: 'PaymentReceived', data: { receipt, ...acceptanceIn(state) } }];
  return kept.amountMinor === amountMinor
    ? []
    : reject('payment.receipt_differs', `Receipt ${kept.providerReference} was recorded with another amount.`);
};

/** Consumers of money beyond the price cannot tell from the sum that the payment is paid, so the event repeats it. */
const acceptanceIn = (state: PaymentState): { isPartAccepted?: true } =>
  state.status === 'received' && state.acceptedReference !== null ? { isPartAccepted: true } : {};
