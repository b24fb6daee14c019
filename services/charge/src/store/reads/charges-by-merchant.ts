import { type Tx } from '@repasse/chassis/postgres/database';
import { isOverdue, isShownAs } from '../status-at';
import { type Status } from '../standings';
import { searchedMax } from './search/find-charge-ids';
import { selectCharges, type ChargeView } from './charges';

export interface ChargeFilter {
  readonly userId: number;
  /** As it is shown at the moment `now`. */
  readonly status?: Status | undefined;
  readonly now: string;
  readonly externalReference?: string | undefined;
  /** Created at this moment or later. */
  readonly from?: string | undefined;
  /** Created before this moment. */
  readonly to?: string | undefined;
  /** Of exactly this amount. */
  readonly amountMinor?: number | undefined;
  /** Only these, which a search has found. */
  readonly chargeIds?: readonly string[] | undefined;
}

/** Where a page begins: after this charge, in the order of the list. */
export type Position = Pick<ChargeView, 'created_at' | 'charge_id'>;

interface PageOptions {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly offset: number;
}

/** Newest first, either behind a position or at a distance from the start. */
export const listCharges = (db: Tx, filter: ChargeFilter, options: PageOptions): Promise<ChargeView[]> => {
  const { sql, params } = pageOf(filter, options);
  return db.query<ChargeView>(`${selectCharges(`(${sql}) c`)} order by c.created_at desc, c.charge_id desc`, params);
};

const newestFirst = 'order by created_at desc, charge_id desc';

/** Rows that are only passed over are not joined. */
const pageOf = (filter: ChargeFilter, { limit, after, offset }: PageOptions) => {
  const { conditions, parameter, params } = conditionsOf(filter);
  if (after) {
    conditions.push(
      `(created_at, charge_id) < (${parameter(after.created_at)}::timestamptz, ${parameter(after.charge_id)})`,
    );
  }
  const where = conditions.join(' and ');
  const skipped = after ? 0 : offset;
  const place = `${newestFirst} limit ${parameter(limit)} offset ${parameter(skipped)}`;
  // A search finds few rows, so they are filtered one by one.
  if (filter.status !== 'EXPIRED' || filter.chargeIds !== undefined) {
    return {
      sql: `select * from ${sourceOf(filter, parameter)} where ${[where, ...statusOf(filter, parameter)].join(' and ')} ${place}`,
      params,
    };
  }
  const now = parameter(filter.now);
  // Each part has its index: ended charges in the order of the list, charges whose expiry is due by `expires_at`.
  const sql = `
    with overdue as materialized (${selectOverdue(now)}), expired as (
      (select * from charges where ${where} and status = 'EXPIRED' ${newestFirst} limit ${parameter(limit + skipped)})
      union all
      select * from charges where ${where} and charge_id in (select o.charge_id from overdue o where o.user_id = $1)
    )
    select * from expired ${place}`;
  return { sql, params };
};

/** `offset 0` keeps the planner from walking the merchant's whole list for the few charges that a search has found. */
const sourceOf = ({ chargeIds }: ChargeFilter, parameter: (value: unknown) => string): string =>
  chargeIds === undefined
    ? 'charges'
    : `(select * from charges where charge_id = any (${parameter(chargeIds)}) offset 0) charges`;

/** Charges whose expiry is still to be recorded: a minute's worth. Of all merchants, since the index is by expiry. */
const selectOverdue = (now: string): string => `select charge_id, user_id from charges where ${isOverdue(now)}`;

/** How many charges the filter finds. Kept counts answer the common question; a rarer one is counted. */
export const countCharges = async (db: Tx, filter: ChargeFilter): Promise<number> => {
  const { from, to, externalReference, amountMinor, chargeIds } = filter;
  const isKept = [from, to, externalReference, amountMinor, chargeIds].every((narrower) => narrower === undefined);
  const { sql, params } = isKept ? keptCountOf(filter) : rowCountOf(filter);
  const [row] = await db.query<{ total: number }>(sql, params);
  return row?.total ?? 0;
};

const rowCountOf = (filter: ChargeFilter) => {
  const { conditions, parameter, params } = conditionsOf(filter);
  const source = sourceOf(filter, parameter);
  conditions.push(...statusOf(filter, parameter));
  const found = `select from ${source} where ${conditions.join(' and ')}`;
  const counted = filter.amountMinor === undefined ? found : `${found} limit ${searchedMax}`;
  return { sql: `select count(*) as total from (${counted}) found`, params };
};

const statusOf = ({ status, now }: ChargeFilter, parameter: (value: unknown) => string): readonly string[] =>
  status === undefined ? [] : [isShownAs(status, () => parameter(now))];

/** The counts are of stored statuses: overdue charges are moved from PENDING to EXPIRED. */
const keptCountOf = ({ userId, status, now }: ChargeFilter) => {
  const kept = 'select coalesce(sum(total), 0)::bigint from charge_counts where user_id = $1';
  if (status === undefined) return { sql: `select (${kept}) as total`, params: [userId] };
  if (status !== 'PENDING' && status !== 'EXPIRED') {
    return { sql: `select (${kept} and status = $2) as total`, params: [userId, status] };
  }
  const sign = status === 'EXPIRED' ? '+' : '-';
  return {
    sql: `with overdue as materialized (${selectOverdue('$3')})
      select (${kept} and status = $2) ${sign} (select count(*) from overdue o where o.user_id = $1) as total`,
    params: [userId, status, now],
  };
};

/** Texts differ only by which filters are there, so that each is prepared once and finds its index. `$1` is the user. */
const conditionsOf = (filter: ChargeFilter) => {
  const params: unknown[] = [];
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const given: readonly (readonly [string, unknown])[] = [
    ['user_id =', filter.userId],
    ['external_reference =', filter.externalReference],
    ['created_at >=', filter.from],
    ['created_at <', filter.to],
    ['gross_amount_minor =', filter.amountMinor],
  ];
  const conditions = given
    .filter(([, value]) => value !== undefined)
    .map(([condition, value]) => `${condition} ${parameter(value)}`);
  return { conditions, parameter, params };
};
