import { type Database } from '@repasse/chassis/postgres/database';
import { busyMerchant, firstMoment } from './many-charges';
import { type Room } from './room';

export const overview: Room = {
  service: 'invoice-query',
  scopes: ['charges:read', 'payments:read'],
  env: {},
  load: (db, charges) => loadDays(db, charges),
  cases: [
    { name: 'overview', path: () => '/overview' },
    { name: 'overview of everybody', path: () => '/overview', profile: 'OPERATOR' },
    { name: 'disputes: attention', path: () => '/attention/disputes' },
    { name: 'disputes: page 1', path: () => '/disputes?limit=50' },
  ],
};

/** The sums of a year of charges and one dispute in two thousand, as their events would have left them. */
const loadDays = async (db: Database, charges: number): Promise<void> => {
  await db.query(insertDays, [charges, busyMerchant, firstMoment]);
  await db.query(insertDisputes, [charges, busyMerchant, firstMoment]);
  for (const table of ['charge_days', 'disputes']) await db.query(`vacuum (freeze, analyze) ${table}`);
};

const facts = `
  generate_series(1, $1::bigint) n, lateral (
    select case n % 2 when 0 then $2::bigint else 2000 + n % 199 end as owner,
           case when n % 50 = 4 then 'CREDIT_CARD' when n % 200 = 6 then 'INTERNATIONAL' else 'PIX' end as method,
           1000 + n * 7 % 99991 as amount, $3::timestamptz + n * ((now() - $3::timestamptz) / ($1::bigint + 1)) as at
  ) facts`;

const insertDays = `
  insert into charge_days (user_id, day, payment_method, paid_count, paid_minor, fee_minor, refund_count, refund_minor,
    failed_count)
  select coalesce(owner, 0), (at at time zone interval '-03:00')::date as day, method, count(*), sum(amount), count(*) * 99,
    count(*) filter (where n % 50 = 6), 0, count(*) filter (where n % 30 = 6)
  from ${facts} group by grouping sets ((owner, 2, 3), (2, 3))`;

const insertDisputes = `
  insert into disputes (dispute_id, position, user_id, payment_id, invoice_id, payment_method, amount_minor, currency,
    provider, status, opened_at)
  select 'dsp_' || upper(lpad(to_hex(n), 26, '0')), 1, owner, 'pay_' || n, n, 'CREDIT_CARD', amount, 'BRL', 'CIELO',
    case when n % 20000 = 2000 then 'OPEN' else 'WON' end, at
  from ${facts} where n % 2000 = 0 or (n % 20 = 0 and n <= 1000)`;
