import { type Tx } from '@repasse/chassis/postgres/database';
import { dayAt, startOfDay } from '@repasse/values/brasilia-time';
import { isOverdue } from '../status-at';
import { conditionsOf, marksOf, sourceOf, statusCondition, type ChargeFilter, type Parameter } from './charge-filter';
import { isPaid, newestFirst, type ChargeOrder } from './charge-order';
import { searchedMax } from './search/find-charge-ids';

interface Statement {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** How many charges the list has. Kept totals answer the common questions; a rarer one is counted. */
export const countCharges = async (db: Tx, filter: ChargeFilter, order = newestFirst): Promise<number> => {
  const { sql, params } = keptTotalOf(filter, order) ?? rowCountOf(filter, order);
  const [row] = await db.query<{ total: number }>(sql, params);
  return row?.total ?? 0;
};

type Name = keyof ChargeFilter;

const byStatus = ['userId', 'now', 'statuses'] as const satisfies readonly Name[];
const byFacet = [...byStatus, 'methods', 'hasRefund', 'hasDispute'] as const satisfies readonly Name[];
const byDay = ['userId', 'now', 'paidFrom', 'paidTo'] as const satisfies readonly Name[];

const keptTotalOf = (filter: ChargeFilter, { by }: ChargeOrder): Statement | undefined => {
  const isPaidAlone = by === 'PAID_AT';
  if (asksOnly(filter, byStatus) && !isPaidAlone) return statusTotalOf(filter);
  if (asksOnly(filter, byFacet)) return facetTotalOf(filter, isPaidAlone);
  const { paidFrom, paidTo } = filter;
  return asksOnly(filter, byDay) && [paidFrom, paidTo].every(isMidnight) ? dayTotalOf(filter) : undefined;
};

const asksOnly = (filter: ChargeFilter, names: readonly string[]): boolean =>
  Object.entries(filter).every(([name, value]) => value === undefined || names.includes(name));

const isMidnight = (moment: string | undefined): boolean =>
  moment === undefined || startOfDay(dayAt(moment)) === moment;

const statusTotalOf = (filter: ChargeFilter): Statement =>
  shownTotalOf(filter, 'select coalesce(sum(total), 0)::bigint from charge_counts where user_id = $1', []);

/** Overdue charges are not paid, so that a list of paid ones has none of them. */
const facetTotalOf = (filter: ChargeFilter, isPaidAlone: boolean): Statement => {
  const { methods, hasRefund, hasDispute } = filter;
  const facets = [
    ...(methods === undefined ? [] : [`method in (${methods.map((method) => `'${method}'`).join(', ')})`]),
    ...(hasRefund === undefined ? [] : [hasRefund ? 'is_refunded' : 'not is_refunded']),
    ...(hasDispute === undefined ? [] : [hasDispute ? 'is_disputed' : 'not is_disputed']),
    ...(isPaidAlone ? ['is_paid'] : []),
  ];
  const kept = `select coalesce(sum(total), 0)::bigint from charge_facets where ${['user_id = $1', ...facets].join(' and ')}`;
  return shownTotalOf(filter, kept, [...marksOf(filter), ...(isPaidAlone ? [isPaid] : [])]);
};

/** Totals are of stored statuses: overdue charges are moved from PENDING to EXPIRED, where only one of the two is asked for. */
const shownTotalOf = ({ userId, statuses, now }: ChargeFilter, kept: string, marks: readonly string[]): Statement => {
  if (statuses === undefined) return { sql: `select (${kept}) as total`, params: [userId] };
  const ofStatuses = `${kept} and status = any ($2)`;
  if (statuses.includes('PENDING') === statuses.includes('EXPIRED')) {
    return { sql: `select (${ofStatuses}) as total`, params: [userId, statuses] };
  }
  const sign = statuses.includes('EXPIRED') ? '+' : '-';
  return {
    sql: `with overdue as materialized (${selectOverdue('$3', marks)})
      select (${ofStatuses}) ${sign} (select count(*) from overdue o where o.user_id = $1) as total`,
    params: [userId, statuses, now],
  };
};

/** Charges whose expiry is still to be recorded: a minute's worth. Of all merchants, since the index is by expiry. */
export const selectOverdue = (now: string, marks: readonly string[] = []): string =>
  `select charge_id, user_id from charges where ${[isOverdue(now), ...marks].join(' and ')}`;

const dayTotalOf = ({ userId, paidFrom, paidTo }: ChargeFilter): Statement => {
  const params: unknown[] = [userId];
  const day: Parameter = (moment) => `(($${params.push(moment)}::timestamptz) at time zone interval '-03:00')::date`;
  const conditions = [
    'user_id = $1',
    ...(paidFrom === undefined ? [] : [`paid_on >= ${day(paidFrom)}`]),
    ...(paidTo === undefined ? [] : [`paid_on < ${day(paidTo)}`]),
  ];
  const sql = `select coalesce(sum(total), 0)::bigint as total from charge_paid_days where ${conditions.join(' and ')}`;
  return { sql, params };
};

const rowCountOf = (filter: ChargeFilter, order: ChargeOrder): Statement => {
  const { conditions, parameter, params } = conditionsOf(filter);
  const source = sourceOf(filter, parameter);
  conditions.push(...statusCondition(filter, parameter));
  if (order.by === 'PAID_AT') conditions.push(isPaid);
  const found = `select from ${source} where ${conditions.join(' and ')}`;
  const counted = filter.amountMinor === undefined ? found : `${found} limit ${searchedMax}`;
  return { sql: `select count(*) as total from (${counted}) found`, params };
};
