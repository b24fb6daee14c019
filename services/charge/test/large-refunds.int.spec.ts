import { type Database } from '@repasse/chassis/postgres/database';
import { countedMax } from '@repasse/chassis/postgres/bounded-count';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { join } from 'node:path';
import { countAttention, type AttentionCounts } from '../src/store/reads/attention';
import { listRefunds, type RefundFilter } from '../src/store/reads/refunds-by-merchant';
import { plansIn, readOf } from './support/plans';

const many = 2;
const pageLimit = 10;
const setupTimeoutMs = 120_000;
/** The merchant has a thousand, of which these have failed or wait: so few that they may all be read and sorted. */
const unsettled = 40;

describe('a list of a hundred thousand refunds', () => {
  let db: Database;
  beforeAll(async () => {
    const migrations = [chassisMigrations.eventStore, chassisMigrations.consumer, join(__dirname, '../migrations')];
    db = await openTestDatabase('large_refunds', migrations, { statementTimeoutMs: setupTimeoutMs });
    await db.query(
      `insert into refunds (refund_id, charge_id, payment_id, invoice_id, user_id, amount_minor, currency, purpose, status,
         created_at, updated_at)
       select 're_' || lpad(n::text, 10, '0'), 'ch_' || n / 2, 'pay_' || n, n, case when n % 100 = 0 then $1::bigint else 1000 + n % 100 end,
         100, 'BRL', 'MERCHANT', case n / 100 % 50 when 1 then 'FAILED' when 3 then 'PENDING' else 'SUCCEEDED' end, t, t
       from generate_series(1, 100000) as n,
         lateral (select timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second' as t) as created`,
      [many],
    );
    await db.query('analyze');
  }, setupTimeoutMs);
  afterAll(() => db.close());

  it.each<[string, RefundFilter, string]>([
    ['of a merchant', { reader: many }, 'refunds_by_merchant'],
    ['of a merchant that failed', { reader: many, statuses: ['FAILED'] }, 'refunds_unsettled_by_merchant'],
    ['of a merchant that succeeded', { reader: many, statuses: ['SUCCEEDED'] }, 'refunds_by_merchant'],
    ['of a merchant in a period', { reader: many, to: '2026-01-01T05:00:00Z' }, 'refunds_by_merchant'],
    ['of everybody', { reader: null }, 'refunds_newest'],
    ['of everybody that wait or failed', { reader: null, statuses: ['PENDING', 'FAILED'] }, 'refunds_unsettled'],
  ])('reads for a page %s no more than that', async (_what, filter, index) => {
    const { statuses } = filter;
    const plans = await plansIn(db, (tx) => listRefunds(tx, filter, undefined, pageLimit));
    expect(plans.map((node) => node['Index Name'])).toContain(index);
    expect(readOf(plans, 'refunds')).toBeLessThanOrEqual(
      Math.max(pageLimit * 2, statuses?.includes('FAILED') === true ? unsettled : 0),
    );
  });

  it.each([
    ['a merchant', many, 'refunds_unsettled_by_merchant'],
    ['everybody', null, 'refunds_unsettled'],
  ])('counts what failed of %s along the few that have not succeeded', async (_whose, reader, index) => {
    const counted: AttentionCounts[] = [];
    const plans = await plansIn(db, async (tx) => {
      counted.push(await countAttention(tx, reader, '2026-01-01T12:00:00.000Z'));
    });
    expect(plans.map((node) => node['Index Name'])).toContain(index);
    expect(readOf(plans, 'refunds')).toBeLessThanOrEqual(3 * (countedMax + 1));
    expect(counted[0]?.failedRefunds).toBe(reader === null ? countedMax + 1 : 11);
  });

  it('reads those of a charge alone', async () => {
    const plans = await plansIn(db, (tx) =>
      listRefunds(tx, { reader: many, chargeId: 'ch_500' }, undefined, pageLimit),
    );
    expect(plans.map((node) => node['Index Name'])).toContain('refunds_by_charge');
    expect(readOf(plans, 'refunds')).toBe(2);
  });
});
