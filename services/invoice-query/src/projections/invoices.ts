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
  await tx.query('delete from invoice_days where invoices = 0');
};

/** Every payment and every withdrawal, as it stands now. */
export const invoicesProjection = defineProjection({
  name: 'invoices',
  topics: ['payment.events.v1', 'payout.events.v1'],
  tables: ['invoices', 'invoice_counts', 'invoice_days'],
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

/** What is counted, by kind and by day in Brasília. */
const kindOf = (table: string): string =>
  ['user_id', 'day', 'invoice_type', 'provider', 'invoice_status'].map((column) => `${table}.${column}`).join(', ');
const kind = `
  user_id, (created_at at time zone interval '-03:00')::date as day, invoice_type, provider, invoice_status`;

// What the batch makes of the counts: one more where an invoice is now, one less where it was. Both sides of the statement
// see the table as it was before it. Rows are locked in one order, whatever batches run beside this one.
const upsertAndCount = `
  with incoming as (
    select subject_id from jsonb_populate_recordset(null::invoices, $1::jsonb)
  ), before as (
    select subject_id, ${kind} from invoices join incoming using (subject_id)
  ), after as (
    ${upsert}
    returning i.subject_id, ${kind}
  ), moves as (
    select ${kindOf('a')}, 1 as one from after a
    union all
    select ${kindOf('b')}, -1 from before b join after using (subject_id)
  ), moved as (
    select user_id, day, invoice_type, provider, coalesce(invoice_status, '') as invoice_status, sum(one)::bigint as invoices
    from moves group by 1, 2, 3, 4, 5 having sum(one) <> 0
  ), days as (
    insert into invoice_days as d (user_id, day, invoice_type, provider, invoice_status, invoices)
    select coalesce(user_id, 0) as user_id, day, invoice_type, provider, invoice_status, sum(invoices)
    from moved group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5)) having sum(invoices) <> 0 order by 1, 2, 3, 4, 5
    on conflict (user_id, day, invoice_type, provider, invoice_status)
    do update set invoices = d.invoices + excluded.invoices
  )
  insert into invoice_counts as c (user_id, invoice_type, provider, invoice_status, invoices)
  select user_id, invoice_type, provider, invoice_status, sum(invoices)
  from moved group by 1, 2, 3, 4 having sum(invoices) <> 0 order by 1, 2, 3, 4
  on conflict (user_id, invoice_type, provider, invoice_status) do update set invoices = c.invoices + excluded.invoices`;
