import { type Board } from './dashboard';
import { sqlGraph, sqlStats, sqlTable } from './sql-panel';

/**
 * A metric with a merchant in its labels would be a series for each of them in every process, without an end. The rows
 * of the invoices are there anyway, by merchant and time in an index, and the numbers are exact.
 */
const own = 'i.user_id = ${merchant:sqlstring}::bigint and $__timeFilter(i.created_at)';
const payments = `from invoices i where ${own} and i.invoice_type = 'PAYMENT'`;

const numbers = sqlStats(
  'Payments',
  `select count(*) as "offered",
  count(*) filter (where i.paid_at is not null) as "paid",
  round(100.0 * count(*) filter (where i.paid_at is not null) / nullif(count(*), 0), 1) as "paid of offered, %",
  round(coalesce(sum(i.received_minor), 0) / 100.0, 2) as "received, BRL",
  round(coalesce(sum(i.refunded_minor), 0) / 100.0, 2) as "refunded, BRL",
  count(*) filter (where i.dispute_status is not null) as "disputed"
${payments} and i.currency = 'BRL'`,
  { about: 'Of the payments that were made in the time that is shown.', w: 24 },
);

const lines = [
  sqlGraph(
    'Payments an hour, by status',
    `select date_trunc('hour', i.created_at) as time, i.invoice_status as metric, count(*) as value
${payments} group by 1, 2 order by 1`,
    { about: 'By the hour in which they were offered, as they are now.' },
  ),
  sqlGraph(
    'Received an hour, by way to pay',
    `select date_trunc('hour', i.paid_at) as time, i.payment_method as metric, round(sum(i.received_minor) / 100.0, 2) as value
${payments} and i.paid_at is not null group by 1, 2 order by 1`,
    { about: 'By the hour in which they were paid.', unit: 'currencyBRL' },
  ),
  sqlGraph(
    'Time to pay, by way to pay',
    `select date_trunc('hour', i.created_at) as time, i.payment_method as metric,
  extract(epoch from percentile_cont(0.5) within group (order by greatest(i.paid_at - i.created_at, interval '0'))) as value
${payments} and i.paid_at is not null group by 1, 2 order by 1`,
    {
      about:
        'Half of the payers are quicker. Acquirers cut the second, so a card may seem paid before it was offered: 0.',
      unit: 's',
    },
  ),
];

const tables = [
  sqlTable(
    'By way to pay',
    `select i.payment_method as "way to pay", i.provider, count(*) as offered,
  count(*) filter (where i.paid_at is not null) as paid,
  round(sum(i.received_minor) / 100.0, 2) as received,
  round(sum(i.refunded_minor) / 100.0, 2) as refunded, i.currency
${payments} group by i.payment_method, i.provider, i.currency order by offered desc`,
    { about: 'Payments of the time that is shown.', w: 12 },
  ),
  sqlTable(
    'Declined and failed',
    `select i.payment_method as "way to pay", coalesce(i.decline_code, i.invoice_status) as reason, count(*) as payments
${payments} and i.paid_at is null and i.invoice_status <> 'WAITING_PAYMENT' group by 1, 2 order by 3 desc limit 20`,
    { about: 'Payments that came to nothing, by the provider’s reason where it gave one.', w: 12 },
  ),
  sqlTable(
    'Disputes',
    `select d.opened_at as opened, d.dispute_id as dispute, d.payment_method as "way to pay", d.status, d.reason,
  round(d.amount_minor / 100.0, 2) as amount, d.currency
from disputes d where d.user_id = \${merchant:sqlstring}::bigint and $__timeFilter(d.opened_at) order by d.opened_at desc limit 50`,
    { about: 'The newest first.', w: 12 },
  ),
  sqlTable(
    'Withdrawals',
    `select i.created_at as asked, i.invoice_id as invoice, i.invoice_status as status,
  round(i.amount_minor / 100.0, 2) as amount, i.currency, i.coin
from invoices i where ${own} and i.invoice_type = 'WITHDRAWAL' order by i.created_at desc limit 50`,
    { about: 'The newest first.', w: 12 },
  ),
];

export const merchant: Board = {
  ...{ uid: 'repasse-merchant', title: 'Repasse: one merchant', from: 'now-7d', refresh: '1m' },
  about: 'What became of the payments of one merchant, read from the views of invoice-query.',
  variables: [
    {
      ...{
        name: 'merchant',
        label: 'Merchant',
        about: 'The number of the user. Those with invoices are offered, the busiest first.',
      },
      rawSql:
        'select user_id::text from invoice_counts where user_id > 0 group by user_id order by sum(invoices) desc limit 500',
    },
  ],
  rows: [
    { title: 'Payments', panels: [numbers, ...lines] },
    { title: 'In detail', panels: tables },
  ],
};
