import { randomBytes } from 'node:crypto';
import { type Database } from '@repasse/chassis/postgres/database';
import { addDays, dayAt } from '@repasse/values/brasilia-time';
import { fillUnindexed } from './fill';
import { busyMerchant, firstMoment } from './many-charges';
import { type Room } from './room';

const list = '/charge/list?limit=50';
/** Of what is rare: a page that is full with few charges as well, so that both sides answer with as many rows. */
const rare = '/charge/list?limit=10';
const counted = 'counts what it finds, for the total';
const dayBefore = (days: number): string => addDays(dayAt(new Date()), -days);

/** Another of the busy merchant's references each time. */
const numberOf = (charges: number, round: number): number => 2 * (1 + ((round * 7919) % (charges / 2 - 1)));

export const charges: Room = {
  service: 'charge',
  scopes: ['charges:read', 'payments:read'],
  env: {
    ...{ CHECKOUT_BASE_URL: 'https://pay.example', CHECKOUT_TOKEN_SECRETS: randomBytes(32).toString('base64') },
    // Reads ask nobody.
    ...{ PAYMENT_GATEWAY_URL: 'http://127.0.0.1:9', IDENTITY_URL: 'http://127.0.0.1:9' },
    ...{ PAYMENT_GATEWAY_TOKEN: 'nobody-answers-the-bench-here', IDENTITY_TOKEN: 'nobody-answers-the-bench-here' },
  },
  health: 'live',
  load: (db, total) => loadCharges(db, total),
  cases: [
    { name: 'charges: attention', path: () => '/attention/charges' },
    { name: 'charges: page 1', path: () => list },
    { name: 'charges of a status', path: () => `${list}&status=EXPIRED` },
    { name: 'charges to be paid', path: () => `${rare}&status=PENDING` },
    {
      name: 'charges of a reference',
      path: (total, round) => `${list}&externalReference=order-${numberOf(total, round)}`,
    },
    { name: 'charges of an amount', path: () => `${list}&amount=543.21` },
    { name: 'charges with held money', path: () => `${list}&hasHeldMoney=true` },
    { name: 'charges refunded', path: () => `${rare}&hasRefund=true` },
    { name: 'charges by card', path: () => `${rare}&method=CREDIT_CARD` },
    { name: 'charges by PIX to be paid', path: () => `${rare}&method=PIX&status=PENDING` },
    { name: 'charges of a recipient', path: () => `${list}&recipientId=7`, exception: counted },
    {
      ...{ name: 'charges paid on a day', path: () => `${list}&paidFrom=${dayBefore(31)}&paidTo=${dayBefore(30)}` },
      exception: 'sorts what was paid on these days',
    },
    {
      name: 'charges paid on a day, by payment',
      path: () => `/charge/list?limit=1&orderBy=PAID_AT&paidFrom=${dayBefore(31)}&paidTo=${dayBefore(30)}`,
    },
    { name: 'charges by amount', path: () => `${list}&orderBy=AMOUNT` },
    { name: 'charges by payment', path: () => `${list}&orderBy=PAID_AT` },
    { name: 'refunds that failed', path: () => '/refunds?status=FAILED' },
    { name: 'held payments', path: () => '/held-payments?status=held' },
  ],
};

const tables = [
  'charges',
  'split_configs',
  'charge_counts',
  'charge_facets',
  'charge_paid_days',
  'refunds',
  'surpluses',
];

/** Half are the busy merchant's. One in fifty came by card or was refunded. */
const loadCharges = async (db: Database, total: number): Promise<void> => {
  await db.transaction(async (tx) => {
    await tx.query("set local maintenance_work_mem = '1GB'");
    await fillUnindexed(tx, ['charges', 'split_configs', 'refunds', 'surpluses'], async () => {
      await tx.query(insertCharges, [total, busyMerchant, firstMoment]);
      await tx.query(`insert into split_configs (charge_id, items) select charge_id, '[]' from charges`);
      await tx.query(insertRefunds);
      await tx.query(insertSurpluses);
    });
    await tx.query(
      `insert into charge_counts (user_id, status, shard, total)
       select user_id, status, 0, count(*) from charges group by 1, 2`,
    );
  });
  for (const table of tables) await db.query(`vacuum (freeze, analyze) ${table}`);
};

const insertCharges = `
  insert into charges (charge_id, user_id, kind, status, gross_amount_minor, fee_amount_minor, net_amount_minor,
    shared_amount_minor, dispute_reserve_minor, refunded_amount_minor, currency, external_reference, fees, shares,
    installments_max, attempts_max, expires_at, created_at, updated_at, paid_at)
  select 'ch_' || upper(lpad(to_hex(n), 26, '0')), case n % 2 when 0 then $2::bigint else 2000 + n % 199 end, 'SALE', status,
    amount, 99, amount - 99, 0, 0, case when status = 'PAID' and n % 50 = 6 then 100 else 0 end, 'BRL', 'order-' || n,
    json_build_array(json_build_object('code', 'FEE', 'method', case when n % 50 = 4 then 'CREDIT_CARD' else 'PIX' end,
      'percentBps', 99, 'fixedMinor', 0, 'minMinor', null, 'maxMinor', null, 'limitedBy', null, 'amountMinor', 99)),
    case when n % 500 = 8 then json_build_array(share(amount, 1), share(0, 7)) else json_build_array(share(amount, 1)) end,
    12, 10, at + interval '400 days', at, at, case when status = 'PAID' then at + interval '1 minute' end
  from generate_series(1, $1::bigint) n, lateral (
    select case when n % 7 = 0 then 'EXPIRED' when n % 90 = 2 then 'PENDING' else 'PAID' end as status,
           1000 + n * 7 % 99991 as amount, $3::timestamptz + n * ((now() - $3::timestamptz) / ($1::bigint + 1)) as at
  ) facts order by n`.replaceAll(
  /share\((\w+), (\d)\)/g,
  `json_build_object('userId', $2, 'amountMinor', $1, 'isOwner', $2 = 1, 'reducedByMinor', 0, 'parts', json_build_array())`,
);

const insertRefunds = `
  insert into refunds (refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, purpose, status,
    created_at, updated_at)
  select 're_' || substr(charge_id, 4), charge_id, 'pay_' || substr(charge_id, 4), row_number() over (), user_id, 100, 'BRL',
    'MERCHANT', case when row_number() over () % 20 = 0 then 'FAILED' else 'SUCCEEDED' end, created_at, created_at
  from charges where refunded_amount_minor > 0`;

// Merchants decide on what is held, so it does not grow with their charges; what went back does.
const insertSurpluses = `
  insert into surpluses (charge_id, user_id, attempt_id, payment_id, provider_reference, invoice_id, amount_minor, currency,
    reason, standing, received_at, recorded_at)
  select charge_id, user_id, 'att_' || substr(charge_id, 4), 'pay_' || substr(charge_id, 4), 'E' || charge_id, n, 100, 'BRL',
    'LATE', case when n <= 60 then 'held' else 'refunded' end, created_at, created_at
  from (select *, row_number() over (order by created_at desc) as n from charges) c
  where n <= 60 or n % 500 = 0`;
