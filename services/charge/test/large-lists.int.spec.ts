import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { join } from 'node:path';
import { findChargeById, findChargeByReference } from '../src/store/reads/charges';
import { findChargeIds, namesakesMax } from '../src/store/reads/search/find-charge-ids';
import { type ChargeFilter } from '../src/store/reads/charge-filter';
import { type ChargeOrder, type Position } from '../src/store/reads/charge-order';
import { eachCharge, listCharges } from '../src/store/reads/charges-by-merchant';
import { countCharges } from '../src/store/reads/count-charges';
import { findOverdueCharges } from '../src/store/expiring-charges';
import { plansIn, readOf } from './support/plans';

const few = 1;
const many = 2;
const pageLimit = 10;
/** One of so many is refunded, one disputed, one paid by card and one shared: of the many, a page of each. */
const rarity = 10_000;
/** A hundred thousand payers have their keys made one by one. */
const setupTimeoutMs = 120_000;
/** When the charges below were all still to be paid. */
const now = '2026-01-01T00:00:00.000Z';
type Filter = Omit<ChargeFilter, 'now'>;

/** What a page costs is what its plan reads, and that is counted here: time would measure the machine. */
describe('a list of a hundred thousand charges', () => {
  let db: Database;

  const fill = (userId: number, total: number): Promise<unknown> =>
    db.query(
      `insert into charges (charge_id, user_id, kind, status, gross_amount_minor, fee_amount_minor, net_amount_minor,
         shared_amount_minor, dispute_reserve_minor, refunded_amount_minor, currency, external_reference, fees, shares,
         installments_max, attempts_max, expires_at, created_at, updated_at, paid_at, status_reason)
       select 'ch_' || $1::text || '_' || lpad(n::text, 10, '0'), $1::bigint, 'SALE',
         (array['PENDING', 'PAID', 'EXPIRED', 'CANCELED'])[1 + n % 4], 10000, 99, 9901, 0, 0,
         case when n % $3 = 2 then 100 else 0 end, 'BRL', 'order-' || n % 50,
         case when n % $3 = 3 then '[{"method": "CREDIT_CARD"}]' else '[{"method": "PIX"}]' end::json,
         case when n % $3 = 4 then '[{"userId": 1, "isOwner": true}, {"userId": 9, "isOwner": false}]'
           else '[{"userId": 1, "isOwner": true}]' end::json,
         12, 10, t + interval '1 day', t, t, case when n % 4 = 1 then t end, case when n % $3 = 1 then 'DISPUTED' end
       from generate_series(1, $2::integer) as n,
         lateral (select timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second' as t) as created`,
      [userId, total, rarity],
    );

  beforeAll(async () => {
    const migrations = [chassisMigrations.eventStore, chassisMigrations.consumer, join(__dirname, '../migrations')];
    db = await openTestDatabase('large_lists', migrations, { statementTimeoutMs: setupTimeoutMs });
    await fill(few, 100);
    await fill(many, 100_000);
    await db.query(`insert into charge_counts (user_id, status, shard, total)
      select user_id, status, 0, count(*) from charges group by user_id, status`);
    await db.query(
      `insert into payer_data (charge_id, name, email, source)
       select charge_id, 'Ana Lima' || case when n = 777 then ' Quintão' else '' end, 'payer-' || n || '@example.com',
         'PRE_FILLED'
       from (select charge_id, row_number() over (order by charge_id desc) as n from charges) c`,
    );
    await db.query("insert into split_configs (charge_id, items) select charge_id, '[]' from charges");
    await db.query('analyze');
  }, setupTimeoutMs);
  afterAll(() => db.close());

  const plansOf = (run: (tx: Tx) => Promise<unknown>) => plansIn(db, run);

  const page = (filter: Filter, { after, order }: { after?: Position; order?: ChargeOrder } = {}) =>
    plansOf((tx) =>
      listCharges(tx, { ...filter, now }, { limit: pageLimit, after, offset: 0, ...(order && { order }) }),
    );

  it.each([
    ['without a filter', {}, 'charges_by_merchant'],
    ['by status', { statuses: ['PAID' as const] }, 'charges_by_status'],
    ['of what is to be paid', { statuses: ['PENDING' as const] }, 'charges_by_status'],
    ['by reference', { externalReference: 'order-7' }, 'charges_by_reference'],
    ['since a moment', { from: '2026-01-01T00:00:30.000Z' }, 'charges_by_merchant'],
    ['before a moment', { to: '2026-01-01T00:01:00.000Z' }, 'charges_by_merchant'],
  ])('reads for a page %s the rows of it, and no more', async (_what, filter, index) => {
    const plans = await page({ userId: many, ...filter });
    expect(plans.map((node) => node['Index Name'])).toContain(index);
    expect(plans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(readOf(plans)).toBe(pageLimit);
  });

  const byPayment = { by: 'PAID_AT', direction: 'ASC' } as const;
  const byAmount = { by: 'AMOUNT', direction: 'DESC' } as const;

  it.each([
    ['of what was given back', { hasRefund: true }, undefined, 'charges_refunded'],
    ['of what is in dispute', { hasDispute: true }, undefined, 'charges_disputed'],
    ['by card', { methods: ['CREDIT_CARD' as const] }, undefined, 'charges_beside_pix'],
    ['by PIX', { methods: ['PIX' as const], hasRefund: false }, undefined, 'charges_by_merchant'],
    ['of a recipient', { recipientId: 9 }, undefined, 'charges_shared'],
    ['in the order of payment', {}, byPayment, 'charges_by_payment'],
    ['of days of payment', { paidFrom: '2026-01-01T12:00:00.000Z' }, byPayment, 'charges_by_payment'],
    ['in the order of amounts', {}, byAmount, 'charges_by_value'],
    ['of a range of amounts', { amountMinMinor: 5_000, amountMaxMinor: 10_000 }, byAmount, 'charges_by_value'],
  ])('finds for a page %s the rows of it, and hardly more', async (_what, filter, order, index) => {
    const plans = await page({ userId: many, ...filter }, order && { order });
    expect(plans.map((node) => node['Index Name'])).toContain(index);
    expect(plans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    // A marked one among those of PIX is passed over.
    expect(readOf(plans)).toBeLessThanOrEqual(pageLimit + 1);
  });

  it.each([byPayment, byAmount])('reads as much behind a cursor by $by', async (order) => {
    const created_at = '2026-01-01T12:00:01.000Z';
    const after = { created_at, paid_at: created_at, gross_amount_minor: 10_000, charge_id: 'ch_2_0000043201' };
    expect(readOf(await page({ userId: many }, { after, order }))).toBe(pageLimit);
  });

  it('finds the charges of a payer, and those with held money, by their ids', async () => {
    await db.query(
      `insert into surpluses (charge_id, user_id, attempt_id, payment_id, provider_reference, invoice_id, amount_minor,
         currency, reason, standing, received_at, recorded_at)
       values ('ch_2_0000043200', $1, 'att_1', 'pay_1', 'E1', 1, 100, 'BRL', 'LATE', 'held', now(), now())`,
      [many],
    );
    for (const filter of [{ payerEmail: 'payer-777@example.com' }, { hasHeldMoney: true }]) {
      const plans = [
        ...(await page({ userId: many, ...filter })),
        ...(await plansOf((tx) => countCharges(tx, { userId: many, now, ...filter }))),
      ];
      expect(plans.filter((node) => node['Relation Name'] === 'charges' && node['Node Type'] === 'Seq Scan')).toEqual(
        [],
      );
      expect(readOf(plans)).toBe(2);
    }
  });

  it.each([byPayment, byAmount])('goes through all of a file by $by, each once', async (order) => {
    const filter = { userId: many, externalReference: 'order-1', now };
    const ids: string[] = [];
    for await (const charges of eachCharge(db, filter, order)) ids.push(...charges.map(({ charge_id }) => charge_id));
    expect(ids).toHaveLength(await countCharges(db, filter, order));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => (a < b ? -1 : 1) * (order === byPayment ? 1 : -1)));
  });

  it('reads as much as for a hundred charges', async () => {
    const small = await page({ userId: few });
    expect(readOf(await page({ userId: many }))).toBe(readOf(small));
  });

  it('reads as much behind a cursor, wherever that stands', async () => {
    const after = { created_at: '2026-01-01T12:00:00.000Z', charge_id: 'ch_2_0000043200' };
    expect(readOf(await page({ userId: many }, { after }))).toBe(pageLimit);
  });

  it('reads one charge, and no other, to show one', async () => {
    for (const read of [
      (tx: Tx) => findChargeById(tx, many, 'ch_2_0000043200'),
      (tx: Tx) => findChargeByReference(tx, many, 'order-7'),
    ]) {
      const plans = await plansOf(read);
      expect(plans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      expect(readOf(plans)).toBe(1);
    }
  });

  it.each([
    ['a name that all have', 'Ana', 1_000],
    ['two names that all have', 'Ana Lima', 1_000],
    ['a name that one has', 'Quintão', 1],
    ['an e-mail', 'payer-777@example.com', 1],
    ['a reference that many have', 'order-7', 1_000],
  ])('searches for %s without reading the list', async (_what, text, count) => {
    const ids = await findChargeIds(db, many, text);
    expect(ids).toHaveLength(count);
    const plans = [
      ...(await plansOf((tx) => findChargeIds(tx, many, text))),
      ...(await page({ userId: many, chargeIds: ids })),
      ...(await plansOf((tx) => countCharges(tx, { userId: many, chargeIds: ids, now }))),
    ];
    expect(plans.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([]);
    expect(Math.max(...plans.map((node) => node['Actual Rows']))).toBeLessThanOrEqual(namesakesMax);
  });

  it('counts the charges of an amount up to its limit, and reads a page of them from the index', async () => {
    const plans = await page({ userId: many, amountMinor: 10_000 });
    expect(readOf(plans)).toBe(pageLimit);
    expect(await countCharges(db, { userId: many, amountMinor: 10_000, now })).toBe(1_000);
    const counted = await plansOf((tx) => countCharges(tx, { userId: many, amountMinor: 10_000, now }));
    expect(readOf(counted)).toBeLessThanOrEqual(1_000);
    const day = { amountMinor: 10_000, from: '2026-01-01T12:00:00Z', to: '2026-01-01T12:00:05Z' };
    expect(await countCharges(db, { userId: many, now, ...day })).toBe(5);
  });

  it('knows the total without counting', async () => {
    const plans = await plansOf((tx) => countCharges(tx, { userId: many, now }));
    expect(plans.map((node) => node['Relation Name'])).not.toContain('charges');
    expect(await countCharges(db, { now, userId: many })).toBe(100_000);
    expect(await countCharges(db, { now, userId: many, statuses: ['PAID'] })).toBe(25_000);
  });

  const facets = 'charge_facets';
  const days = 'charge_paid_days';
  const noon = '2026-01-01T12:00:00.000Z';
  /** The charges of the first day of Brasília, and those of the day before it. */
  const midnight = '2026-01-01T03:00:00.000Z';

  it.each([
    ['by card', { methods: ['CREDIT_CARD' as const] }, undefined, facets, 10],
    ['by any method', { methods: ['PIX' as const, 'CREDIT_CARD' as const] }, undefined, facets, 100_000],
    [
      'by PIX that are to be paid',
      { methods: ['PIX' as const], statuses: ['PENDING' as const] },
      undefined,
      facets,
      25_000,
    ],
    ['of what was given back', { hasRefund: true }, undefined, facets, 10],
    ['of what was not disputed', { hasDispute: false }, undefined, facets, 99_990],
    ['in the order of payment', {}, byPayment, facets, 25_000],
    ['by PIX in the order of payment', { methods: ['PIX' as const] }, byPayment, facets, 25_000],
    ['paid on a day', { paidFrom: midnight, paidTo: '2026-01-02T03:00:00.000Z' }, byPayment, days, 21_600],
    ['paid before a day', { paidTo: midnight }, undefined, days, 2_700],
  ])('knows the total of a list %s without counting', async (_what, filter, order, table, total) => {
    const asked = { userId: many, now, ...filter };
    const plans = await plansOf((tx) => countCharges(tx, asked, order));
    // Overdue charges are looked for beside the totals, and there are none at that moment.
    expect(readOf(plans)).toBe(0);
    expect(readOf(plans, table)).toBeLessThan(20);
    expect(await countCharges(db, asked, order)).toBe(total);
  });

  it('counts what was paid from a moment within a day', async () => {
    expect(await countCharges(db, { userId: many, now, paidFrom: noon, paidTo: '2026-01-01T12:01:00.000Z' })).toBe(15);
  });

  it('takes overdue charges of a method from those to be paid', async () => {
    const later = { userId: many, now: '2026-01-02T00:06:40.000Z', methods: ['PIX' as const] };
    expect(await countCharges(db, { ...later, statuses: ['PENDING'] })).toBe(24_900);
    expect(await countCharges(db, { ...later, statuses: ['EXPIRED'], hasRefund: false })).toBe(25_100 - 10);
  });

  it('adds the few that wait for their end to the expired ones, and takes them from those to be paid', async () => {
    // The first four hundred seconds of both merchants: a quarter of them waits.
    const later = '2026-01-02T00:06:40.000Z';
    const at = (status: 'PENDING' | 'EXPIRED'): ChargeFilter => ({ userId: many, statuses: [status], now: later });
    const plans = await plansOf((tx) =>
      listCharges(tx, at('EXPIRED'), { limit: pageLimit, after: undefined, offset: 0 }),
    );
    expect(plans.map((node) => node['Index Name'])).toEqual(
      expect.arrayContaining(['charges_by_status', 'charges_by_expiry']),
    );
    expect(plans.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    expect(readOf(plans)).toBeLessThan(300);
    expect(await countCharges(db, at('PENDING'))).toBe(24_900);
    expect(await countCharges(db, at('EXPIRED'))).toBe(25_100);
    const counted = await plansOf((tx) => countCharges(tx, at('EXPIRED')));
    expect(readOf(counted)).toBeLessThan(300);
  });

  it('finds what is overdue by the charges that may still expire alone', async () => {
    const plans = await plansOf((tx) => findOverdueCharges(tx, '2026-01-03T00:00:00.000Z', 50));
    expect(plans.map((node) => node['Index Name'])).toContain('charges_by_expiry');
    // One more tells when the next expires.
    expect(readOf(plans)).toBe(51);
  });
});
