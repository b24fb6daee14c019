import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type EventData } from '@repasse/contracts';

type ChargePaid = EventData['repasse.charge.paid.v1'];

export interface PaidSplits {
  /** Keeps payment and recipients of the charges that are paid by these events. */
  keep(tx: Tx, events: readonly AnyEvent[]): Promise<void>;
  /** Undefined while the charge is not known to be paid. */
  recipientsOf(chargeId: string): Promise<ReadonlySet<number> | undefined>;
}

export const createPaidSplits = (db: Database): PaidSplits => ({
  keep: async (tx, events) => {
    const paid = events.flatMap((event) => (event.type === 'repasse.charge.paid.v1' ? [rowOf(event.data)] : []));
    if (paid.length === 0) return;
    await tx.query(
      `insert into paid_splits (charge_id, payment_id, user_ids)
       select charge_id, payment_id, user_ids
       from json_to_recordset($1) as paid (charge_id text, payment_id text, user_ids bigint[])
       on conflict do nothing`,
      [JSON.stringify(paid)],
    );
  },
  recipientsOf: async (chargeId) => {
    const [row] = await db.query<{ user_ids: readonly number[] }>(
      'select user_ids from paid_splits where charge_id = $1',
      [chargeId],
    );
    return row && new Set(row.user_ids);
  },
});

const rowOf = ({ chargeId, paymentId, shares }: ChargePaid) => ({
  charge_id: chargeId,
  payment_id: paymentId,
  user_ids: shares.map(({ userId }) => userId),
});
