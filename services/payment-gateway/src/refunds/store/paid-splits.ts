import { type Database } from '@repasse/chassis/postgres/database';
import { type FunctionCall } from '@repasse/chassis/postgres/function-call';
import { type AnyEvent, type EventData } from '@repasse/contracts';

type ChargePaid = EventData['repasse.charge.paid.v1'];

export interface PaidSplits {
  /** Undefined while the charge is not known to be paid. */
  recipientsOf(chargeId: string): Promise<ReadonlySet<number> | undefined>;
}

export const createPaidSplits = (db: Database): PaidSplits => ({
  recipientsOf: async (chargeId) => {
    const [row] = await db.query<{ user_ids: readonly number[] }>(
      'select user_ids from paid_splits where charge_id = $1',
      [chargeId],
    );
    return row && new Set(row.user_ids);
  },
});

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
