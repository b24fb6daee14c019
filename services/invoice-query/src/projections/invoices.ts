import { type Tx } from '@repasse/chassis/postgres/database';
import { defineProjection } from '@repasse/chassis/projection/projection';
import { type AnyEvent } from '@repasse/contracts';
import { type InvoiceRow } from './invoice-row';
import { paymentRowsOf } from './payment-rows';
import { payoutRowsOf } from './payout-rows';
import { overlay, rowsByKey } from './rows-by-key';

const applyBatch = async (events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  const rows = rowsByKey(events.flatMap(invoiceRowsOf), ({ subject_id }) => subject_id, later);
  if (rows.length === 0) return;
  await tx.query(upsertAndCount, [JSON.stringify(rows)]);
  await tx.query('delete from invoice_counts where invoices = 0');
};

/** Every payment and every withdrawal, as it stands now. */
export const invoicesProjection = defineProjection({
  name: 'invoices',
  topics: ['payment.events.v1', 'payout.events.v1'],
  tables: ['invoices', 'invoice_counts'],
  apply: (event, tx) => applyBatch([event], tx),
  applyBatch,
});

const invoiceRowsOf = (event: AnyEvent): InvoiceRow[] => [...paymentRowsOf(event), ...payoutRowsOf(event)];

const later = (known: InvoiceRow | undefined, row: InvoiceRow): InvoiceRow => ({
  ...overlay(known, row),
  received_minor: (known?.received_minor ?? 0) + row.received_minor,
  refunded_minor: (known?.refunded_minor ?? 0) + row.refunded_minor,
  created_at: known?.created_at ?? row.created_at,
});

// All but invoice_status and search_text, which follow from the others.
const columns = `
  subject_id, invoice_type, position, invoice_id, user_id, charge_id, attempt_id, payment_method, status, amount_minor,
  received_minor, refunded_minor, deposited_minor, currency, provider, provider_reference, external_reference,
  payer_currency, payer_amount_minor, installments, decline_code, dispute_status, pay_address, pay_amount, pay_uri, coin,
  expires_at, created_at, paid_at, updated_at`;

// Repeated deposits add up, and so do refunds.
const upsert = `
  insert into invoices as i (${columns})
  select ${columns} from jsonb_populate_recordset(null::invoices, $1::jsonb)
  on conflict (subject_id) do update set
    position = excluded.position,
    charge_id = coalesce(excluded.charge_id, i.charge_id),
    attempt_id = coalesce(excluded.attempt_id, i.attempt_id),
    amount_minor = coalesce(excluded.amount_minor, i.amount_minor),
    provider = excluded.provider,
    status = coalesce(excluded.status, i.status),
    received_minor = i.received_minor + excluded.received_minor,
    refunded_minor = i.refunded_minor + excluded.refunded_minor,
    payer_currency = coalesce(excluded.payer_currency, i.payer_currency),
    payer_amount_minor = coalesce(excluded.payer_amount_minor, i.payer_amount_minor),
    installments = coalesce(excluded.installments, i.installments),
    decline_code = coalesce(excluded.decline_code, i.decline_code),
    pay_address = coalesce(excluded.pay_address, i.pay_address),
    pay_amount = coalesce(excluded.pay_amount, i.pay_amount),
    pay_uri = coalesce(excluded.pay_uri, i.pay_uri),
    coin = coalesce(excluded.coin, i.coin),
    deposited_minor = coalesce(excluded.deposited_minor, i.deposited_minor),
    dispute_status = coalesce(excluded.dispute_status, i.dispute_status),
    provider_reference = coalesce(excluded.provider_reference, i.provider_reference),
    external_reference = coalesce(excluded.external_reference, i.external_reference),
    expires_at = coalesce(excluded.expires_at, i.expires_at),
    paid_at = coalesce(excluded.paid_at, i.paid_at),
    updated_at = excluded.updated_at
  where i.position < excluded.position`;

// What the batch makes of the counts: one more where an invoice is now, one less where it was. Both sides of the statement
// see the table as it was before it. Rows are locked in one order, whatever batches run beside this one.
const upsertAndCount = `
  with incoming as (
    select subject_id from jsonb_populate_recordset(null::invoices, $1::jsonb)
  ), before as (
    select subject_id, user_id, invoice_type, provider, invoice_status from invoices join incoming using (subject_id)
  ), after as (
    ${upsert}
    returning i.subject_id, i.user_id, i.invoice_type, i.provider, i.invoice_status
  ), moved as (
    select user_id, invoice_type, provider, coalesce(invoice_status, '') as invoice_status, sum(one)::bigint as invoices
    from (
      select user_id, invoice_type, provider, invoice_status, 1 as one from after
      union all
      select b.user_id, b.invoice_type, b.provider, b.invoice_status, -1 from before b join after using (subject_id)
    ) moves
    group by 1, 2, 3, 4 having sum(one) <> 0 order by 1, 2, 3, 4
  )
  insert into invoice_counts as c (user_id, invoice_type, provider, invoice_status, invoices) select * from moved
  on conflict (user_id, invoice_type, provider, invoice_status) do update set invoices = c.invoices + excluded.invoices`;
