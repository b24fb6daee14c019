import type { Tx } from '@repasse/chassis/postgres/database';
import type { Status } from '../store/standings';
import { selectCharges, type ChargeView } from './charge-reads';

export interface ChargeFilter {
  readonly userId: number;
  readonly status?: Status | undefined;
  readonly externalReference?: string | undefined;
  /** Created at this moment or later. */
  readonly from?: string | undefined;
  /** Created before this moment. */
  readonly to?: string | undefined;
}

/** Where a page begins: after this charge, in the order of the list. */
export interface Position {
  readonly createdAt: string;
  readonly chargeId: string;
}

export interface ChargePage {
  readonly charges: readonly ChargeView[];
  readonly hasMore: boolean;
}

/** One page, newest first, either behind a position or at a distance from the start. */
export const listCharges = async (
  db: Tx,
  filter: ChargeFilter,
  { limit, after, offset }: { readonly limit: number; readonly after: Position | undefined; readonly offset: number },
): Promise<ChargePage> => {
  const { where, params } = conditionsOf(filter);
  const parameter = (value: unknown): string => `$${params.push(value)}`;
  const behind = after
    ? ` and (created_at, charge_id) < (${parameter(after.createdAt)}::timestamptz, ${parameter(after.chargeId)})`
    : '';
  // One more than asked for tells whether there is another page. Rows that are only passed over are not joined.
  const page = `
    select * from charges where ${where}${behind}
    order by created_at desc, charge_id desc
    limit ${parameter(limit + 1)} offset ${parameter(after ? 0 : offset)}`;
  const rows = await db.query<ChargeView>(
    `${selectCharges(`(${page}) c`)} order by c.created_at desc, c.charge_id desc`,
    params,
  );
  return { charges: rows.slice(0, limit), hasMore: rows.length > limit };
};

/** How many charges the filter finds. Kept counts answer the common question; a rarer one is counted. */
export const countCharges = async (db: Tx, filter: ChargeFilter): Promise<number> => {
  const isKept = filter.from === undefined && filter.to === undefined && filter.externalReference === undefined;
  const { where, params } = conditionsOf(filter);
  const [row] = await db.query<{ total: number }>(
    isKept
      ? `select coalesce(sum(total), 0)::bigint as total from charge_counts where ${where}`
      : `select count(*) as total from charges where ${where}`,
    params,
  );
  return row?.total ?? 0;
};

/** Texts differ only by which filters are there, so that each is prepared once and finds its index. */
const conditionsOf = (filter: ChargeFilter): { readonly where: string; readonly params: unknown[] } => {
  const conditions: readonly (readonly [string, unknown])[] = [
    ['user_id =', filter.userId],
    ['status =', filter.status],
    ['external_reference =', filter.externalReference],
    ['created_at >=', filter.from],
    ['created_at <', filter.to],
  ];
  const given = conditions.filter(([, value]) => value !== undefined);
  return {
    where: given.map(([condition], index) => `${condition} $${index + 1}`).join(' and '),
    params: given.map(([, value]) => value),
  };
};
