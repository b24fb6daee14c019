import { type Tx } from '@repasse/chassis/postgres/database';
import { type StandaloneFeeRule, type StandaloneMovement } from '../domain/standalone';
import { type Taking } from '../domain/take-back';

export interface NewReceipt extends StandaloneMovement {
  readonly paymentId: string;
  readonly providerReference: string;
  readonly feeMinor: number;
}

export interface NewRefund extends StandaloneMovement {
  readonly paymentId: string;
  readonly refundId: string;
}

export const readStandaloneFeeRule = async (tx: Tx, paymentMethod: string): Promise<StandaloneFeeRule | undefined> => {
  const [rule] = await tx.query<StandaloneFeeRule>(selectRule, [paymentMethod]);
  return rule;
};

/** False when it is in the books already. */
export const keepStandaloneReceipt = async (tx: Tx, receipt: NewReceipt): Promise<boolean> => {
  const { paymentId, providerReference, userId, paymentMethod, amountMinor, feeMinor, currency } = receipt;
  const columns = [paymentId, providerReference, userId, paymentMethod, amountMinor, feeMinor, currency];
  const rows = await tx.query(insertReceipt, [...columns, receipt.transactionId, receipt.occurredAt]);
  return rows.length > 0;
};

/** Whether anything came for this payment. Call it under the ledger's lock. */
export const isStandaloneBooked = async (tx: Tx, paymentId: string): Promise<boolean> =>
  (await tx.query('select from standalone_receipts where payment_id = $1 limit 1', [paymentId])).length > 0;

/** Whether this refund is in the books already. Call it under the ledger's lock. */
export const isStandaloneRefunded = async (tx: Tx, refundId: string): Promise<boolean> =>
  (await tx.query('select from standalone_refunds where refund_id = $1', [refundId])).length > 0;

export const keepStandaloneRefund = async (tx: Tx, refund: NewRefund, taking: Taking): Promise<void> => {
  const { refundId, paymentId, userId, amountMinor, currency, transactionId, occurredAt } = refund;
  const { fromAvailableMinor, fromPendingMinor, fromDebtMinor } = taking;
  const parts = [amountMinor, fromAvailableMinor, fromPendingMinor, fromDebtMinor];
  await tx.query(insertRefund, [refundId, paymentId, userId, ...parts, currency, transactionId, occurredAt]);
};

const selectRule = `
  select percent_bps as "percentBps", min_minor as "minMinor", max_minor as "maxMinor"
  from standalone_fee_rules where payment_method = $1`;

const insertReceipt = `
  insert into standalone_receipts (payment_id, provider_reference, user_id, payment_method, gross_minor, fee_minor,
                                   currency, transaction_id, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (payment_id, provider_reference) do nothing
  returning payment_id`;

const insertRefund = `
  insert into standalone_refunds (refund_id, payment_id, user_id, amount_minor, from_available_minor,
                                  from_pending_minor, from_debt_minor, currency, transaction_id, settled_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;
