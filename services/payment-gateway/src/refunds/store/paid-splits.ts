import { type FunctionCall } from '@repasse/chassis/postgres/function-call';
import { type AnyEvent, type EventData } from '@repasse/contracts';

type ChargePaid = EventData['repasse.charge.paid.v1'];

/** Keeps payment and recipients of the charges that are paid by these events. */
export const keepPaidSplits = (events: readonly AnyEvent[]): FunctionCall => {
  const paid = events.flatMap((event) => (event.type === 'repasse.charge.paid.v1' ? [rowOf(event.data)] : []));
  return { name: 'keep_paid_splits', values: [paid.length === 0 ? null : JSON.stringify(paid)] };
};

const rowOf = ({ chargeId, paymentId, shares }: ChargePaid) => ({
  charge_id: chargeId,
  payment_id: paymentId,
  user_ids: shares.map(({ userId }) => userId),
});
