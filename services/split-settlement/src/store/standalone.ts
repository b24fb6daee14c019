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

export const readStandaloneFeeRule = async (
  tx: Tx,
  paymentMethod: string,
  installments: number,
): Promise<StandaloneFeeRule | undefined> => {
  const [rule] = await tx.query<StandaloneFeeRule>(selectRule, [paymentMethod, installments]);
  return rule;
};

/** False when it is in the books already. */
export const keepStandaloneReceipt = async (tx: Tx, receipt: NewReceipt): Promise<boolean> => {
  const { paymentId, providerReference, userId, paymentMethod, amountMinor, feeMinor, currency } = receipt;
  const columns = [paymentId, providerReference, userId, paymentMethod, amountMinor, feeMinor, currency];
  const rows = await tx.query(insertReceipt, [...columns, receipt.transactionId, receipt.occurredAt]);
  return rows.length > 0;
};

/**
 * The transaction that booked what came for this payment, which is what its releases are known by; undefined when nothing
 * came. Money that comes in several receipts is available at once and has none. Call it under the ledger's lock.
 */
export const findStandaloneReceipt = async (tx: Tx, paymentId: string): Promise<string | undefined> => {
  const [receipt] = await tx.query<{ transactionId: string }>(selectReceipt, [paymentId]);
  return receipt?.transactionId;
};

/** Which of the books' transactions are of which payment, beside its receipts and refunds. */
export const keepStandaloneTransactions = async (
  tx: Tx,
  transactions: readonly { readonly transactionId: string; readonly paymentId: string }[],
): Promise<void> => {
  if (transactions.length > 0) await tx.query(insertTransactions, [JSON.stringify(transactions)]);
};

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
  select percent_bps as "percentBps", fixed_minor as "fixedMinor", min_minor as "minMinor", max_minor as "maxMinor"
  from standalone_fee_rules where payment_method = $1 and $2 between installments_from and installments_to`;

const selectReceipt = `
  select transaction_id as "transactionId" from standalone_receipts
  where payment_id = $1 order by received_at, transaction_id limit 1`;

const insertTransactions = `
  insert into standalone_transactions (transaction_id, payment_id)
  select t."transactionId", t."paymentId"
  from jsonb_to_recordset($1::jsonb) as t("transactionId" text, "paymentId" text)`;

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
