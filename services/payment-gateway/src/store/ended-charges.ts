import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type CancelReason } from '../domain/payment';

export type EndReason = Exclude<CancelReason, 'MERCHANT'>;

export interface EndedCharges {
  /** Keeps why a charge has ended. Its open payments are to be looked for afterwards, in the same transaction. */
  keep(o: { chargeId: string; reason: EndReason; now: string }, tx: Tx): Promise<void>;
  /**
   * Why a charge has ended; null while it has not. Asked after a payment was requested, either this sees the end or
   * whoever kept the end sees the payment.
   */
  reasonOf(chargeId: string): Promise<EndReason | null>;
  /** Deletes some of what ended before a time; answers how many. */
  forgetBefore(time: string): Promise<number>;
}

export const createEndedCharges = (db: Database): EndedCharges => ({
  keep: async ({ chargeId, reason, now }, tx) => {
    await tx.query('select end_charge($1, $2, $3)', [chargeId, reason, now]);
  },
  reasonOf: async (chargeId) => {
    const [row] = await db.query<{ reason: EndReason | null }>('select end_of_charge($1) as reason', [chargeId]);
    return row?.reason ?? null;
  },
  forgetBefore: async (time) => (await db.query(forgetSql, [time])).length,
});

/** In portions, so that a long-neglected table is not locked and logged in one piece. */
const forgetSql = `
  delete from ended_charges where charge_id in (select charge_id from ended_charges where ended_at < $1 limit 5000)
  returning charge_id`;
