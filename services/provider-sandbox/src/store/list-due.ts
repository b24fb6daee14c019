import { type Tx } from '@repasse/chassis/postgres/database';

/** A query for due rows, in parts of SQL; `$1` is the time and `$2` the limit. */
export interface DueQuery {
  readonly table: string;
  readonly columns: string;
  readonly where?: string;
}

export interface DueList<Row> {
  /** Longest due first. */
  readonly rows: readonly Row[];
  /** When to look again: when the next row comes due, or soon, when not all that is due could be listed. */
  readonly nextDueAt: string | null;
}

/** Rows that wait for a switch stay due; this pause keeps them from being read in a loop. */
const againMs = 200;

export const listDue = async <Row extends object>(
  db: Tx,
  { table, columns, where = 'true' }: DueQuery,
  { now, limit, more = [] }: { readonly now: string; readonly limit: number; readonly more?: readonly unknown[] },
): Promise<DueList<Row>> => {
  // When nothing is due, a row of nulls still tells when the next is.
  const found = await db.query<{ nextDueAt: string | null; isDue: boolean | null } & Row>(
    `select next.at as "nextDueAt", due.*
     from (select min(due_at) as at from ${table} where due_at > $1 and ${where}) as next
     left join (
       select true as "isDue", due_at, ${columns} from ${table} where due_at <= $1 and ${where} order by due_at limit $2
     ) as due on true
     order by due.due_at`,
    [now, limit, ...more],
  );
  const rows = found.filter(({ isDue }) => isDue === true);
  const soon = new Date(Date.parse(now) + againMs).toISOString();
  return { rows, nextDueAt: rows.length === limit ? soon : (found[0]?.nextDueAt ?? null) };
};
