import { type Tx } from '@repasse/chassis/postgres/database';
import { type PaymentMethod } from '../domain/ledger';

export type SurplusStatus = 'HELD' | 'ACCEPTED' | 'APPLIED' | 'REFUNDED';

/** Which receipt it is. */
export interface SurplusKey {
  readonly chargeId: string;
  readonly paymentId: string;
  readonly providerReference: string;
}

export interface Surplus extends SurplusKey {
  readonly userId: number;
  readonly paymentMethod: PaymentMethod;
  readonly amountMinor: number;
  /** What nobody has decided about yet. */
  readonly heldMinor: number;
  readonly currency: string;
  readonly statusReason: string;
  readonly status: SurplusStatus;
  readonly receivedAt: string;
}

/** A receipt with what has become of it so far. */
export interface StoredSurplus extends Surplus {
  readonly refundedMinor: number;
  /** Whether the charge came to use any of it. */
  readonly isApplied: boolean;
}

/** Keeps a receipt; false when it is kept already. */
export const keepSurplus = async (tx: Tx, surplus: Surplus, at: string): Promise<boolean> => {
  const rows = await tx.query(insert, [JSON.stringify({ ...surplus, at })]);
  return rows.length > 0;
};

/** The receipt, locked until the transaction ends; undefined when it never came. */
export const lockSurplus = async (tx: Tx, key: SurplusKey): Promise<StoredSurplus | undefined> => {
  const [surplus] = await tx.query<StoredSurplus>(`${select} where ${isKey} for update`, keyOf(key));
  return surplus;
};

/** What became of a receipt, and what of it is still to be decided. */
export const settleSurplus = async (
  tx: Tx,
  key: SurplusKey,
  { status, heldMinor }: Pick<Surplus, 'status' | 'heldMinor'>,
  at: string,
): Promise<void> => {
  const set = 'update surpluses set status = $4, held_minor = $5, updated_at = $6';
  await tx.query(`${set} where ${isKey}`, [...keyOf(key), status, heldMinor, at]);
};

/** A surplus of this payment, whatever became of it. */
export const findSurplusOfPayment = async (tx: Tx, paymentId: string): Promise<StoredSurplus | undefined> => {
  // One that the charge came to use says more than one that went back.
  const found = `${select} where payment_id = $1 order by "isApplied" desc limit 1`;
  const [surplus] = await tx.query<StoredSurplus>(found, [paymentId]);
  return surplus;
};

/** Remembers that a decision about a receipt is booked; false when it is already. */
export const keepResolution = async (
  tx: Tx,
  key: SurplusKey,
  resolution: {
    readonly handling: 'ACCEPT' | 'APPLY';
    readonly amountMinor: number;
    readonly transactionId: string;
    readonly at: string;
  },
): Promise<boolean> => {
  const rows = await tx.query(
    `insert into surplus_resolutions (charge_id, payment_id, provider_reference, handling, amount_minor, transaction_id,
                                      resolved_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning charge_id`,
    [...keyOf(key), resolution.handling, resolution.amountMinor, resolution.transactionId, resolution.at],
  );
  return rows.length > 0;
};

/** Remembers that a refund of a receipt is booked; false when it is already. */
export const keepSurplusRefund = async (
  tx: Tx,
  key: SurplusKey,
  refund: {
    readonly refundId: string;
    readonly amountMinor: number;
    readonly transactionId: string;
    readonly at: string;
  },
): Promise<boolean> => {
  const rows = await tx.query(
    `insert into surplus_refunds (charge_id, payment_id, provider_reference, refund_id, amount_minor, transaction_id,
                                  refunded_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning refund_id`,
    [...keyOf(key), refund.refundId, refund.amountMinor, refund.transactionId, refund.at],
  );
  return rows.length > 0;
};

const keyOf = ({ chargeId, paymentId, providerReference }: SurplusKey) => [chargeId, paymentId, providerReference];

const isKey = 'charge_id = $1 and payment_id = $2 and provider_reference = $3';

const insert = `
  insert into surpluses (charge_id, payment_id, provider_reference, user_id, payment_method, amount_minor, held_minor,
                         currency, status_reason, status, received_at, updated_at)
  select s."chargeId", s."paymentId", s."providerReference", s."userId", s."paymentMethod", s."amountMinor",
         s."heldMinor", s.currency, s."statusReason", s.status, s."receivedAt", s.at
  from jsonb_to_record($1::jsonb) as s(
    "chargeId" text, "paymentId" text, "providerReference" text, "userId" bigint, "paymentMethod" text,
    "amountMinor" bigint, "heldMinor" bigint, currency text, "statusReason" text, status text, "receivedAt" timestamptz,
    at timestamptz)
  on conflict do nothing returning charge_id`;

const select = `
  select charge_id as "chargeId", payment_id as "paymentId", provider_reference as "providerReference",
         user_id as "userId", payment_method as "paymentMethod", amount_minor as "amountMinor",
         held_minor as "heldMinor", currency, status_reason as "statusReason", status, received_at as "receivedAt",
         coalesce((select sum(f.amount_minor) from surplus_refunds f
                   where (f.charge_id, f.payment_id, f.provider_reference)
                       = (surpluses.charge_id, surpluses.payment_id, surpluses.provider_reference)), 0)::bigint
           as "refundedMinor",
         exists (select from surplus_resolutions r
                 where (r.charge_id, r.payment_id, r.provider_reference, r.handling)
                     = (surpluses.charge_id, surpluses.payment_id, surpluses.provider_reference, 'APPLY')) as "isApplied"
  from surpluses`;
