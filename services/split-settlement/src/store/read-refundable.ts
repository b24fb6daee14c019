import { type Database } from '@repasse/chassis/postgres/database';
import { type StoredSettlement } from './read-settlement';

/** The money of the payment that paid a charge. */
export interface Refundable {
  /** What one refund can give back now. */
  readonly leftMinor: number;
  /** The part of it that was booked to the charge; the rest lies beside it, as its merchant keeps or holds it. */
  readonly bookedMinor: number;
  /** The part beside the charge that nobody has decided about: it is in nobody's balance. */
  readonly heldMinor: number;
  /** What could go back besides if the open disputes were won. */
  readonly disputedMinor: number;
}

interface Row {
  readonly bookedMinor: number;
  readonly besideMinor: number;
  readonly heldMinor: number;
  readonly openMinor: number;
  readonly lostMinor: number;
}

/**
 * By the same rule as payment-gateway's, which refuses refunds: what came by this payment, less what has gone back, is
 * disputed, or was lost in a dispute. Parts of the price that came by other payments go back by those.
 */
export const readRefundable = async (
  db: Database,
  { chargeId, paymentId, grossMinor }: StoredSettlement,
): Promise<Refundable> => {
  const [row] = await db.query<Row>(select, [chargeId, paymentId, grossMinor]);
  if (row === undefined) throw new Error('A sum gave no row.');
  const { bookedMinor, besideMinor, heldMinor, openMinor, lostMinor } = row;
  const wonMinor = Math.max(0, bookedMinor + besideMinor - lostMinor);
  const leftMinor = Math.max(0, wonMinor - openMinor);
  return { leftMinor, bookedMinor, heldMinor, disputedMinor: wonMinor - leftMinor };
};

const select = `
  select ($3::bigint
          - (select coalesce(sum(amount_minor), 0) from surplus_resolutions
             where charge_id = $1 and handling = 'APPLY' and payment_id <> $2)
          - (select coalesce(sum(amount_minor), 0) from reversals
             where charge_id = $1 and payment_id = $2 and kind = 'REFUND'))::bigint as "bookedMinor",
         ((select coalesce(sum(amount_minor), 0) from surpluses where charge_id = $1 and payment_id = $2)
          - (select coalesce(sum(amount_minor), 0) from surplus_resolutions
             where charge_id = $1 and handling = 'APPLY' and payment_id = $2)
          - (select coalesce(sum(amount_minor), 0) from surplus_refunds
             where charge_id = $1 and payment_id = $2))::bigint as "besideMinor",
         (select coalesce(sum(held_minor), 0) from surpluses
          where charge_id = $1 and payment_id = $2)::bigint as "heldMinor",
         coalesce(sum(amount_minor) filter (where outcome is null), 0)::bigint as "openMinor",
         coalesce(sum(amount_minor) filter (where outcome = 'LOST'), 0)::bigint as "lostMinor"
  from reversals left join dispute_decisions on dispute_id = reversal_id
  where charge_id = $1 and payment_id = $2 and kind = 'DISPUTE'`;
