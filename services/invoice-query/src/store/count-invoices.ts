import { type Database } from '@repasse/chassis/postgres/database';
import { correctionOf, isSearch, kindCondition, selectMeant, type InvoiceFilter } from './invoice-filter';
import { countDays, divided, type Period } from './invoice-days';

/** A search expects few results. Further ones are neither counted nor shown: users do not turn a hundred pages. */
export const searchedMax = 1_000;

/** How many invoices there are on all pages: kept for every kind and every day, so that hardly any is counted. */
export const countInvoices = async (db: Database, filter: InvoiceFilter): Promise<number> => {
  if (isSearch(filter)) return Math.min(searchedMax, (await searchInvoices(db, filter)).length);
  if (filter.from === undefined && filter.to === undefined) return countKinds(db, filter);
  const { days, rest } = divided(filter);
  const counted = rest.map((period) => countRows(db, filter, period));
  const added = days === undefined ? [] : [countDays(db, filter, days)];
  return (await Promise.all([...counted, ...added])).reduce((sum, total) => sum + total, 0);
};

/** The invoices that a search finds, in no order; one more than are shown when there are more. */
export const searchInvoices = async (db: Database, filter: InvoiceFilter): Promise<string[]> => {
  const { sql, params } = selectMeant(filter, 'subject_id');
  const rows = await db.transaction(async (tx) => {
    // A plan kept for any text and any merchant takes both for average, and goes through all that a large one has.
    await tx.query('set local plan_cache_mode = force_custom_plan');
    return tx.query<{ subject_id: string }>(`${sql} limit ${searchedMax + 1}`, params);
  });
  return rows.map(({ subject_id }) => subject_id);
};

const countKinds = async (db: Database, filter: InvoiceFilter): Promise<number> => {
  const { condition, params } = kindCondition(filter);
  const correction = correctionOf(filter, params.length);
  const correcting =
    correction === undefined ? '' : `union all select ${correction.one} from invoices where ${correction.condition}`;
  const [row] = await db.query<{ total: number }>(
    `select coalesce(sum(invoices), 0)::bigint as total
     from (select invoices from invoice_counts where ${condition} ${correcting}) kinds`,
    [...params, ...(correction?.params ?? [])],
  );
  return row?.total ?? 0;
};

const countRows = async (db: Database, filter: InvoiceFilter, period: Period): Promise<number> => {
  const { sql, params } = selectMeant({ ...filter, from: period.from, to: period.to }, '1');
  const [row] = await db.query<{ total: number }>(`select count(*) as total from (${sql}) meant`, params);
  return row?.total ?? 0;
};
