import { type Database } from '@repasse/chassis/postgres/database';
import { busyMerchant } from './many-charges';

/** Written past the projection, as it would have written them: a million events would take longer and show nothing more. */
export const loadInvoices = async (db: Database, invoices: number): Promise<void> => {
  const indexes = await db.query<{ name: string; definition: string }>(indexesOfReaders);
  // Filled first and indexed then, as a rebuild does: a fraction of the time.
  for (const { name } of indexes) await db.query(`drop index ${name}`);
  await db.query(insert, [invoices, busyMerchant]);
  // Settings and statements on one connection.
  await db.transaction(async (tx) => {
    await tx.query("set local maintenance_work_mem = '1GB'");
    for (const { definition } of indexes) await tx.query(definition);
  });
  await db.query(countKinds);
  await db.query(countDays);
  for (const table of ['invoices', 'invoice_counts', 'invoice_days'])
    await db.query(`vacuum (freeze, analyze) ${table}`);
};

const indexesOfReaders = `
  select indexname as name, indexdef as definition from pg_indexes
  where schemaname = current_schema() and tablename = 'invoices' and indexname <> 'invoices_pkey'`;

// A year of invoices, in any number. Rare kinds are included: one withdrawal in a hundred, one in fifty at another
// gateway.
const insert = `
  insert into invoices (subject_id, invoice_type, position, invoice_id, user_id, charge_id, payment_method, status,
                        amount_minor, received_minor, refunded_minor, currency, provider, provider_reference,
                        external_reference, created_at, updated_at)
  select case when n % 100 = 0 then 'wd_' else 'pay_' end || upper(lpad(to_hex(n), 26, '0')),
         case when n % 100 = 0 then 'WITHDRAWAL' else 'PAYMENT' end, 3, 50000 + n,
         case n % 2 when 0 then $2::bigint else 2000 + n % 199 end,
         case when n % 3 = 0 then null else 'ch_' || upper(lpad(to_hex(n), 26, '0')) end,
         case when n % 50 = 0 then 'CRYPTO' else 'PIX' end,
         case when n % 100 = 0 then 'PAID' when n % 7 = 0 then 'EXPIRED' when n % 90 = 1 then 'WAITING_PAYMENT' else 'RECEIVED' end,
         1000 + n * 7 % 99991, case when n % 7 = 0 or n % 90 = 1 then 0 else 1000 + n * 7 % 99991 end, 0, 'BRL',
         case when n % 50 = 0 then 'NOWPAYMENTS' else 'PIX_BCB' end, md5(n::text), 'order-' || n,
         at, at + interval '1 minute'
  from generate_series(1, $1::bigint) n, lateral (
    select '2025-11-21T00:00:00Z'::timestamptz + n * (interval '365 days' / $1::bigint) as at
  ) moment`;

const countKinds = `
  insert into invoice_counts (user_id, invoice_type, provider, invoice_status, invoices)
  select user_id, invoice_type, provider, coalesce(invoice_status, ''), count(*) from invoices group by 1, 2, 3, 4`;

const countDays = `
  insert into invoice_days (user_id, day, invoice_type, provider, invoice_status, invoices)
  select coalesce(user_id, 0), (created_at at time zone interval '-03:00')::date as day, invoice_type, provider,
         coalesce(invoice_status, '') as invoice_status, count(*)
  from invoices group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5))`;
