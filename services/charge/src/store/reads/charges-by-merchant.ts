import { type Tx } from '@repasse/chassis/postgres/database';
import { conditionsOf, isNarrow, sourceOf, statusCondition, type ChargeFilter } from './charge-filter';
import { isBehind, isPaid, newestFirst, orderText, type ChargeOrder, type Position } from './charge-order';
import { selectCharges, type ChargeView } from './charges';
import { selectOverdue } from './count-charges';

interface PageOptions {
  readonly limit: number;
  readonly after: Position | undefined;
  readonly offset: number;
  /** The newest first, unless it says otherwise. */
  readonly order?: ChargeOrder;
}

/** A page in its order, either behind a position or at a distance from the start. */
export const listCharges = (db: Tx, filter: ChargeFilter, options: PageOptions): Promise<ChargeView[]> => {
  const { order = newestFirst } = options;
  const { sql, params } = pageOf(filter, { ...options, order });
  return db.query<ChargeView>(`${selectCharges(`(${sql}) c`)} order by ${orderText(order, 'c.')}`, params);
};

/** Rows that are only passed over are not joined. */
const pageOf = (filter: ChargeFilter, { limit, after, offset, order }: Required<PageOptions>) => {
  const { conditions, parameter, params } = conditionsOf(filter);
  if (order.by === 'PAID_AT') conditions.push(isPaid);
  if (after) conditions.push(isBehind(order, after, parameter));
  const where = conditions.join(' and ');
  const skipped = after ? 0 : offset;
  const inOrder = `order by ${orderText(order)}`;
  const place = `${inOrder} limit ${parameter(limit)} offset ${parameter(skipped)}`;
  // A search, a payer or held money leaves few charges, which are filtered one by one.
  if (!isOfExpiredAlone(filter) || isNarrow(filter)) {
    const source = sourceOf(filter, parameter);
    const all = [where, ...statusCondition(filter, parameter)].join(' and ');
    return { sql: `select * from ${source} where ${all} ${place}`, params };
  }
  const now = parameter(filter.now);
  // Each part has its index: ended charges in the order of the list, charges whose expiry is due by `expires_at`.
  const sql = `
    with overdue as materialized (${selectOverdue(now)}), expired as (
      (select * from charges where ${where} and status = 'EXPIRED' ${inOrder} limit ${parameter(limit + skipped)})
      union all
      select * from charges where ${where} and charge_id in (select o.charge_id from overdue o where o.user_id = $1)
    )
    select * from expired ${place}`;
  return { sql, params };
};

const isOfExpiredAlone = ({ statuses }: ChargeFilter): boolean => statuses?.join() === 'EXPIRED';

/** How many charges of a file are read at once: enough to be quick, and few enough to hold while they are written. */
const fileReadCount = 1_000;

/** All that the filter finds, some at a time, each as it stands when its turn has come. */
export async function* eachCharge(
  db: Tx,
  filter: ChargeFilter,
  order: ChargeOrder,
): AsyncGenerator<readonly ChargeView[]> {
  let after: Position | undefined;
  do {
    const found: ChargeView[] = await listCharges(db, filter, { limit: fileReadCount, after, offset: 0, order });
    if (found.length > 0) yield found;
    after = found.length < fileReadCount ? undefined : found.at(-1);
  } while (after !== undefined);
}
