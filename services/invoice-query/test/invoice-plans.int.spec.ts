import { type Database } from '@repasse/chassis/postgres/database';
import { eventually } from '@repasse/chassis/testing/eventually';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { migrations } from '../src/migrations';
import { countInvoices, searchedMax } from '../src/store/count-invoices';
import { type InvoiceFilter } from '../src/store/invoice-filter';
import { listInvoices, selectPage, type InvoicePage } from '../src/store/list-invoices';

const busyMerchant = 7;
const rows = 60_000;

let db: Database;

// Enough rows to show a wrong plan; half of them are one merchant's. Rare kinds are one in a thousand.
const fill = `
  insert into invoices (subject_id, invoice_type, position, invoice_id, user_id, payment_method, status, amount_minor,
                        received_minor, refunded_minor, currency, provider, external_reference, created_at, updated_at)
  select 'pay_' || lpad(n::text, 26, '0'), case when n % 1000 = 0 then 'WITHDRAWAL' else 'PAYMENT' end, 1, 50000 + n, case n % 2 when 0 then ${busyMerchant} else 1000 + n % 500 end,
         'PIX', case when n % 1000 = 0 then 'EXPIRED' else 'RECEIVED' end, 1 + n * 7 % 99991, 100000, 0, 'BRL',
         case when n % 1000 = 0 then 'REVOLUT' else 'PIX_BCB' end, 'order-' || n,
         '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute',
         '2026-01-02T00:00:00Z'::timestamptz + n * interval '1 minute'
  from generate_series(1, ${rows}) n`;

// As the projection keeps them beside the rows.
const fillDays = `
  insert into invoice_days (user_id, day, invoice_type, provider, invoice_status, invoices)
  select coalesce(user_id, 0), (created_at at time zone interval '-03:00')::date as day, invoice_type, provider,
         coalesce(invoice_status, '') as invoice_status, count(*)
  from invoices group by grouping sets ((user_id, 2, 3, 4, 5), (2, 3, 4, 5))`;

const fillCounts = `
  insert into invoice_counts (user_id, invoice_type, provider, invoice_status, invoices)
  select user_id, invoice_type, provider, coalesce(invoice_status, ''), count(*) from invoices group by 1, 2, 3, 4`;

beforeAll(async () => {
  db = await openTestDatabase('invoice plans', migrations, { statementTimeoutMs: 120_000 });
  await db.query(fill);
  await db.query(fillDays);
  await db.query(fillCounts);
  // With the usual 100 samples of the histogram, one in fifty analyses has an invoice that the search finds among them,
  // and expects 600 such invoices then.
  await db.query('alter table invoices alter column search_text set statistics 1000');
  // An automatic analysis that looks on meanwhile keeps a vacuum from its work: it is repeated until all of it is done.
  await eventually(
    async () => {
      await db.query('vacuum (freeze, analyze) invoices');
      const [table] = await db.query<{ done: boolean }>(
        "select relallvisible >= relpages as done from pg_class where relname = 'invoices'",
      );
      return table?.done === true;
    },
    { timeoutMs: 60_000 },
  );
}, 120_000);
afterAll(() => db.close());

interface Plan {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** All rows a node read, also those it dropped. */
const touchedBy = (node: Plan): number => node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0);

/** Long after the invoices were made, all without an expiry. */
const now = '2026-06-01T00:00:00.000Z';
type Filter = Omit<InvoiceFilter, 'now'>;

const first: InvoicePage = { orderBy: 'createdAt', isDescending: true, offset: 0, limit: 10 };

/** How PostgreSQL reads a page: every node of its plan. */
const planOf = async (filter: InvoiceFilter, page: InvoicePage): Promise<Plan[]> => {
  const { sql, params } = selectPage(filter, page);
  const [row] = await db.query<{ 'QUERY PLAN': readonly { Plan: Plan }[] }>(
    `explain (analyze, timing off, format json) ${sql}`,
    params,
  );
  return nodesOf(row!['QUERY PLAN'][0]!.Plan);
};

describe('a page of invoices', () => {
  it.each<[string, Filter, Partial<InvoicePage>, string]>([
    ['a merchant’s newest', { userId: busyMerchant }, {}, 'invoices_by_user'],
    ['a merchant’s oldest', { userId: busyMerchant }, { isDescending: false }, 'invoices_by_user'],
    ['a merchant’s by change', { userId: busyMerchant }, { orderBy: 'updatedAt' }, 'invoices_by_user_updated'],
    ['a merchant’s by amount', { userId: busyMerchant }, { orderBy: 'amount' }, 'invoices_by_user_amount'],
    ['a merchant’s by status', { userId: busyMerchant }, { orderBy: 'status' }, 'invoices_by_user_status'],
    ['a merchant’s of a rare status', { userId: busyMerchant, status: 'EXPIRED' }, {}, 'invoices_by_user_status'],
    ['a merchant’s at a rare gateway', { userId: busyMerchant, gateway: 'REVOLUT' }, {}, 'invoices_by_user_provider'],
    ['a merchant’s of a rare type', { userId: busyMerchant, type: 'WITHDRAWAL' }, {}, 'invoices_by_user_type'],
    ['everybody’s newest', {}, {}, 'invoices_by_created'],
    ['everybody’s by change', {}, { orderBy: 'updatedAt' }, 'invoices_by_updated'],
    ['everybody’s by amount', {}, { orderBy: 'amount', isDescending: false }, 'invoices_by_amount'],
    ['everybody’s by status', {}, { orderBy: 'status' }, 'invoices_by_status'],
    ['everybody’s at a rare gateway', { gateway: 'REVOLUT' }, {}, 'invoices_by_provider'],
    ['everybody’s of a rare type', { type: 'WITHDRAWAL' }, {}, 'invoices_by_type'],
    ['everybody’s of a day', { from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' }, {}, 'invoices_by_created'],
    ['what a search finds', { text: 'order-4711' }, {}, 'invoices_by_text'],
    ['what a transfer finds', { text: 'E60746948202611211203A1B2C3D4E5F' }, {}, 'invoice_references_pkey'],
    [
      'an amount of a day',
      { userId: busyMerchant, amountMinor: 7_001, from: '2026-02-01T00:00:00Z', to: '2026-02-02T00:00:00Z' },
      {},
      'invoices_by_amount',
    ],
    ['what a merchant’s search finds', { userId: 1001, text: 'order-1001' }, {}, 'invoices_by_text'],
  ])('%s is read from its index and touches few rows', async (_what, filter, page, index) => {
    const plan = await planOf({ ...filter, now }, { ...first, ...page });

    expect(plan.map((node) => node['Index Name'])).toContain(index);
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
    // A page of ten and its counts, never the list.
    expect(Math.max(...plan.map(touchedBy))).toBeLessThan(500);
  });

  it('far down the list is found in the index alone', async () => {
    const plan = await planOf({ userId: busyMerchant, now }, { ...first, offset: 25_000 });

    expect(plan.map((node) => node['Node Type'])).toContain('Index Only Scan');
    expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  });
});

describe('a total', () => {
  it('is added up from whole days, and counted for the rest', async () => {
    expect(await countInvoices(db, { now, from: '2026-01-01T00:00:00Z' })).toBe(rows);
    expect(await countInvoices(db, { now, userId: busyMerchant, to: '2026-01-01T00:10:00Z' })).toBe(4);
    expect(await countInvoices(db, { now, text: 'order-4711' })).toBe(11);
  });

  it.each<[string, Filter]>([
    ['within a day', { from: '2026-02-01T10:00:00Z', to: '2026-02-01T20:00:00Z' }],
    ['over midnight', { from: '2026-02-01T20:00:00Z', to: '2026-02-02T10:00:00Z' }],
    ['of whole days', { from: '2026-02-01T03:00:00Z', to: '2026-02-03T03:00:00Z' }],
    ['of days and parts of them', { from: '2026-02-01T02:59:00Z', to: '2026-02-03T03:01:00Z', type: 'PAYMENT' }],
    ['without an end', { from: '2026-02-05T12:34:56.789Z', status: 'EXPIRED' }],
    ['without a beginning', { to: '2026-01-05T12:34:56.789Z', userId: busyMerchant, gateway: 'REVOLUT' }],
    ['that is none', { from: '2026-02-03T00:00:00Z', to: '2026-02-01T00:00:00Z' }],
  ])('of a period %s is that of its rows', async (_what, given) => {
    const filter = { ...given, now };
    const { sql, params } = selectPage(filter, { ...first, limit: rows });
    expect(await countInvoices(db, filter)).toBe((await db.query(sql, params)).length);
  });

  it('of a search ends at the limit of pages', async () => {
    expect(await countInvoices(db, { now, text: 'order' })).toBe(searchedMax);
    const last = await listInvoices(db, { now, text: 'order' }, { ...first, offset: searchedMax - 4 });
    expect([last.total, last.invoices.length]).toEqual([searchedMax, 4]);
  });
});

describe('a page far down the list', () => {
  it.each<[string, Filter, boolean]>([
    ['a merchant’s newest', { userId: busyMerchant }, true],
    ['a merchant’s oldest', { userId: busyMerchant }, false],
    ['everybody’s of a type', { type: 'PAYMENT' }, true],
    ['everybody’s of a status at a gateway', { status: 'PAID', gateway: 'PIX_BCB' }, false],
  ])('of %s is the one that walking there finds', async (_what, given, isDescending) => {
    const filter = { ...given, now };
    for (const offset of [1_000, 7_205, 29_985]) {
      const page: InvoicePage = { ...first, isDescending, offset };
      const { sql, params } = selectPage(filter, page);

      const { invoices } = await listInvoices(db, filter, page);

      expect(invoices).toHaveLength(10);
      expect(invoices).toEqual(await db.query(sql, params));
    }
  });
});
