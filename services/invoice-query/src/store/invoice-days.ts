import { brasiliaOffset, brasiliaOffsetMs } from '@repasse/values/brasilia-time';
import { lastMoment } from '@repasse/values/moment';
import { type Database } from '@repasse/chassis/postgres/database';
import { correctionOf, kindCondition, type InvoiceFilter, type Part } from './invoice-filter';

const dayMs = 86_400_000;

const dayNumberOf = (moment: string): number => (Date.parse(moment) + brasiliaOffsetMs) / dayMs;

/** The last day that begins before dates end. */
const lastDay = Math.floor(dayNumberOf(lastMoment));

const startOf = (dayNumber: number): string => new Date(dayNumber * dayMs - brasiliaOffsetMs).toISOString();

const dateOf = (dayNumber: number): string => new Date(dayNumber * dayMs).toISOString().slice(0, 10);

export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface DividedPeriod {
  /** The whole days in it, by their dates; `to` is the first that is not. Undefined when there is none. */
  readonly days?: Period;
  /** The rest of the period, before and after these days. */
  readonly rest: readonly Period[];
}

/** A period as whole days and less than two days beside them, so that little of it has to be counted. */
export const divided = ({ from, to }: Period): DividedPeriod => {
  const first = from === undefined ? undefined : Math.ceil(dayNumberOf(from));
  const end = to === undefined ? undefined : Math.floor(dayNumberOf(to));
  const hasDays = first === undefined || first < (end ?? lastDay);
  if (!hasDays) return { rest: [{ from, to }] };
  const before = first === undefined || startOf(first) === from ? [] : [{ from, to: startOf(first) }];
  const after = end === undefined || startOf(end) === to ? [] : [{ from: startOf(end), to }];
  const date = (day: number | undefined) => (day === undefined ? undefined : dateOf(day));
  return { days: { from: date(first), to: date(end) }, rest: [...before, ...after] };
};

/** `user_id` 0 holds the totals of all users. */
const everybody = 0;

const dayOfRow = `(created_at at time zone interval '${brasiliaOffset}')::date`;

/** `day` and `invoices` of the kinds that are meant, with a row for each invoice that its stored status counts wrong. */
const selectDays = (filter: InvoiceFilter, { from, to }: Period) => {
  const within = (day: string): Part[] => [
    [(p) => `${day} >= ${p}::date`, from],
    [(p) => `${day} < ${p}::date`, to],
  ];
  const { condition, params } = kindCondition({ ...filter, userId: filter.userId ?? everybody }, within('day'));
  const sql = `select day, invoices from invoice_days where ${condition}`;
  const correction = correctionOf(filter, params.length, within(dayOfRow));
  if (correction === undefined) return { sql, params };
  return {
    sql: `${sql} union all select ${dayOfRow}, ${correction.one} from invoices where ${correction.condition}`,
    params: [...params, ...correction.params],
  };
};

/** How many invoices whole days have. */
export const countDays = async (db: Database, filter: InvoiceFilter, days: Period): Promise<number> => {
  const { sql, params } = selectDays(filter, days);
  const [row] = await db.query<{ total: number }>(
    `select coalesce(sum(invoices), 0)::bigint as total from (${sql}) days`,
    params,
  );
  return row?.total ?? 0;
};

export interface Place {
  /** From the beginning of this day, or to its end, in the direction of the list. */
  readonly period: Period;
  /** How many to leave out of that. */
  readonly offset: number;
}

/** Where a list by createdAt is after `offset` rows: only the rows of one day are left to be walked over. */
export const placeOf = async (
  db: Database,
  filter: InvoiceFilter,
  offset: number,
  isDescending: boolean,
): Promise<Place | undefined> => {
  const { sql, params } = selectDays(filter, {});
  const direction = isDescending ? 'desc' : 'asc';
  const [row] = await db.query<{ day: string; before: number }>(
    `select day::text, before from (
       select day, sum(invoices) as here,
              (sum(sum(invoices)) over (order by day ${direction}) - sum(invoices))::bigint as before
       from (${sql}) days group by day
     ) placed where before + here > $${params.length + 1} order by placed.day ${direction} limit 1`,
    [...params, offset],
  );
  if (row === undefined) return undefined;
  const day = Date.parse(row.day) / dayMs;
  return { period: isDescending ? { to: startOf(day + 1) } : { from: startOf(day) }, offset: offset - row.before };
};
