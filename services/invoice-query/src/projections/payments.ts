import { type Tx } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent } from '@repasse/contracts';
import { paymentRowsOf, type PaymentRow } from './payment-rows';
import { overlay, rowsByKey } from './rows-by-key';

const applyBatch = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const rows = rowsByKey(events.flatMap(paymentRowsOf), ({ payment_id }) => payment_id, later);
  if (rows.length === 0) return;
  await tx.query(upsertAndCount, [JSON.stringify(rows)]);
  await tx.query('delete from invoice_counts where invoices = 0');
};

/** Every payment, and so every invoice, as it stands now. */
export const paymentsProjection = defineProjection({
  name: 'payments',
  topics: ['payment.events.v1'],
  tables: ['payments', 'invoice_counts'],
  apply: (event, tx) => applyBatch([event], tx),
  applyBatch,
});

const later = (known: PaymentRow | undefined, row: PaymentRow): PaymentRow => ({
  ...overlay(known, row),
  received_minor: (known?.received_minor ?? 0) + row.received_minor,
  refunded_minor: (known?.refunded_minor ?? 0) + row.refunded_minor,
  created_at: known?.created_at ?? row.created_at,
});

// All but invoice_status and search_text, which follow from the others.
const columns = `
  payment_id, position, invoice_id, user_id, charge_id, attempt_id, payment_method, status, amount_minor, received_minor,
  currency, provider, provider_reference, external_reference, expires_at, created_at, paid_at, updated_at, payer_currency,
  payer_amount_minor, installments, decline_code, refunded_minor, dispute_status, pay_address, pay_amount,
  pay_uri, coin, deposited_minor`;

// Repeated deposits add up, and so do refunds.
const upsert = `
  insert into payments as p (${columns})
  select ${columns} from jsonb_populate_recordset(null::payments, $1::jsonb)
  on conflict (payment_id) do update set
    position = excluded.position,
    charge_id = coalesce(excluded.charge_id, p.charge_id),
    attempt_id = coalesce(excluded.attempt_id, p.attempt_id),
    amount_minor = coalesce(excluded.amount_minor, p.amount_minor),
    provider = excluded.provider,
    status = coalesce(excluded.status, p.status),
    received_minor = p.received_minor + excluded.received_minor,
    refunded_minor = p.refunded_minor + excluded.refunded_minor,
    payer_currency = coalesce(excluded.payer_currency, p.payer_currency),
    payer_amount_minor = coalesce(excluded.payer_amount_minor, p.payer_amount_minor),
    installments = coalesce(excluded.installments, p.installments),
    decline_code = coalesce(excluded.decline_code, p.decline_code),
    pay_address = coalesce(excluded.pay_address, p.pay_address),
    pay_amount = coalesce(excluded.pay_amount, p.pay_amount),
    pay_uri = coalesce(excluded.pay_uri, p.pay_uri),
    coin = coalesce(excluded.coin, p.coin),
    deposited_minor = coalesce(excluded.deposited_minor, p.deposited_minor),
    dispute_status = coalesce(excluded.dispute_status, p.dispute_status),
    provider_reference = coalesce(excluded.provider_reference, p.provider_reference),
    external_reference = coalesce(excluded.external_reference, p.external_reference),
    expires_at = coalesce(excluded.expires_at, p.expires_at),
    paid_at = coalesce(excluded.paid_at, p.paid_at),
    updated_at = excluded.updated_at
  where p.position < excluded.position`;

// What the batch makes of the counts: one more where a payment is now, one less where it was. Both sides of the statement
// see the table as it was before it. Rows are locked in one order, whatever batches run beside this one.
const upsertAndCount = `
  with incoming as (
    select payment_id from jsonb_populate_recordset(null::payments, $1::jsonb)
  ), before as (
    select payment_id, user_id, provider, invoice_status from payments join incoming using (payment_id)
  ), after as (
    ${upsert}
    returning p.payment_id, p.user_id, p.provider, p.invoice_status
  ), moved as (
    select user_id, provider, coalesce(invoice_status, '') as invoice_status, sum(one)::bigint as invoices
    from (
      select user_id, provider, invoice_status, 1 as one from after
      union all
      select b.user_id, b.provider, b.invoice_status, -1 from before b join after using (payment_id)
    ) moves
    group by 1, 2, 3 having sum(one) <> 0 order by 1, 2, 3
  )
  insert into invoice_counts as c (user_id, provider, invoice_status, invoices) select * from moved
  on conflict (user_id, provider, invoice_status) do update set invoices = c.invoices + excluded.invoices`;
