import { type Tx } from '../postgres/internal/tx';

/** A table whose rows come due: its columns, and the length of a lease. All names go into SQL as they are. */
export interface DueTable {
  readonly table: string;
  readonly key: string;
  /** Counts the claims of a row; other writers may reset it. */
  readonly tries: string;
  /** The columns a worker gets, in terms of `r`: `r.payment_id as "paymentId", r.status`. */
  readonly columns: string;
  /** A worker that takes longer is thought dead, and its row is claimed by another. */
  readonly leaseMs: number;
  /** A condition on the rows that are looked at, in SQL; all without it. */
  readonly only?: string | undefined;
}

/** A claim on a row. */
export interface Lease {
  readonly key: string | number;
  /** How often the row was claimed, this time included. */
  readonly tries: number;
  /** When it had come due. */
  readonly dueSince: string;
  /** Names this claim: a row that was claimed again or changed has another time there. */
  readonly leasedUntil: string;
}

export interface Due<Row> {
  /** Longest due first. */
  readonly rows: readonly Row[];
  /** When the next row comes due that is not due now; null when there is none. */
  readonly nextDueAt: string | null;
}

/** A statement of one's own that selects `rows` and, as `next`, when the next row comes due: one round trip for both. */
export const selectDue = ({ rows, next }: { readonly rows: string; readonly next: string }): string =>
  `select next.at as "nextDueAt", due.* from (${next}) as next(at) left join ${rows} as due on true`;

/** Reads what selectDue selects. When nothing is due, a row of nulls has the next due time; `key` tells it from others. */
export const readDue = async <Row extends object>(
  db: Tx,
  sql: string,
  params: readonly unknown[],
  key: keyof Row,
): Promise<Due<Row>> => {
  const found = await db.query<Row & { readonly nextDueAt: string | null }>(sql, params);
  return { rows: found.filter((row) => row[key] !== null), nextDueAt: found[0]?.nextDueAt ?? null };
};

export interface DueRows<Row> {
  /** Takes rows that are due and not leased; they are due again when the lease ends. */
  readonly claim: (o: { readonly now: string; readonly limit: number }) => Promise<Due<Row & Lease>>;
  /** Gives a row its next time; null for never again. Does nothing, and returns false, when the claim was lost or the row has changed. */
  readonly putOff: (lease: Pick<Lease, 'key' | 'leasedUntil'>, dueAt: string | null) => Promise<boolean>;
}

/**
 * Rows with a column `due_at` (null: never again) and an index on it. A claim moves `due_at` by the lease, so that the
 * row of a worker that dies comes due again, and no worker has to clean up after another.
 */
export const createDueRows = <Row extends object>(db: Tx, of: DueTable): DueRows<Row> => {
  const { table, key } = of;
  const claimSql = claimSqlOf(of);
  const putOffSql = `update ${table} set due_at = $3 where ${key} = $1 and due_at = $2::timestamptz returning 1`;
  return {
    claim: ({ now, limit }) => readDue<Row & Lease>(db, claimSql, [now, of.leaseMs, limit], 'key'),
    putOff: async (lease, dueAt) => (await db.query(putOffSql, [lease.key, lease.leasedUntil, dueAt])).length > 0,
  };
};

/**
 * The end of a lease, in SQL. The microsecond makes it differ from every time that services write, which are in
 * milliseconds, so that it names the claim.
 */
export const leaseEnd = (now: string, leaseMs: string): string =>
  `${now}::timestamptz + ${leaseMs}::float8 * interval '1 millisecond' + interval '1 microsecond'`;

const claimSqlOf = ({ table, key, tries, columns, only = 'true' }: DueTable): string => `
  with due as (
    select ${key} as key, due_at from ${table} where due_at <= $1 and ${only} order by due_at limit $3 for update skip locked
  ), claimed as (
    update ${table} r set due_at = ${leaseEnd('$1', '$2')}, ${tries} = r.${tries} + 1
    from due where r.${key} = due.key
    returning r.${key} as key, r.${tries} as tries, due.due_at as "dueSince", r.due_at::text as "leasedUntil", ${columns}
  )
  ${selectDue({ rows: 'claimed', next: `select min(due_at) from ${table} where due_at > $1 and ${only}` })}
  order by due."dueSince"`;
