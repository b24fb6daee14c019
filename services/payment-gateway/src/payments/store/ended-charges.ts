import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type FunctionCall } from '@repasse/chassis/postgres/function-call';
import { keptDaysOf } from '@repasse/contracts';
import { type CancelReason } from '../domain/payment';

export type EndReason = Exclude<CancelReason, 'MERCHANT'>;

/** A request that overtook the end of its charge, or was cut off, comes within minutes. */
export const endKeptDays = keptDaysOf('payment-gateway', 'ended_charges');

export interface EndOfCharge {
  readonly chargeId: string;
  readonly reason: EndReason;
  readonly endedAt: string;
  /** The payment it was paid by; null when it was not. */
  readonly paidBy: string | null;
}

export const createEndedCharges = (db: Database) => ({
  /**
   * Keeps why charges have ended, and returns the payments that are still open of each. A payment that is requested at
   * this moment is among them or finds the end.
   */
  keep: async (tx: Tx, ends: readonly EndOfCharge[]): Promise<ReadonlyMap<string, readonly string[]>> => {
    const open = await tx.query<{ charge_id: string; payment_id: string }>('select * from end_charges($1)', [
      JSON.stringify(ends.map(rowOf)),
    ]);
    const byCharge = new Map<string, string[]>();
    for (const { charge_id, payment_id } of open) {
      byCharge.set(charge_id, [...(byCharge.get(charge_id) ?? []), payment_id]);
    }
    return byCharge;
  },
  /** The same as part of a larger statement, which RP001 ends when a payment is still open. */
  keepAlone: (ends: readonly EndOfCharge[]): FunctionCall => ({
    name: 'end_settled_charges',
    values: [ends.length === 0 ? null : JSON.stringify(ends.map(rowOf))],
  }),
  /**
   * Why a charge has ended; null while it has not. Called after a payment was requested: either this call sees the end,
   * or the consumer that kept the end sees the payment.
   */
  reasonOf: async (chargeId: string): Promise<EndReason | null> => {
    const [row] = await db.query<{ reason: EndReason | null }>('select end_of_charge($1) as reason', [chargeId]);
    return row?.reason ?? null;
  },
});

const rowOf = ({ chargeId, reason, endedAt, paidBy }: EndOfCharge) => ({
  charge_id: chargeId,
  ended_at: endedAt,
  paid_by: paidBy,
  reason,
});
