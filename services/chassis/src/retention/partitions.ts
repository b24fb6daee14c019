import { type PartitionPeriod } from '@repasse/contracts';
import { type Tx } from '../postgres/database';
import { partitionName, periodOf, periodsAhead, type Period } from './internal/periods';

/** A table that is divided by time, and has a default partition, <table>_rest, for rows without one of their own. */
export interface DividedTable {
  readonly table: string;
  readonly by: string;
  readonly period: PartitionPeriod;
}

export interface Partition {
  readonly name: string;
  /** Null where it has no beginning. */
  readonly from: string | null;
  readonly until: string;
}

/** The partitions of a table but its default one, in order of time. */
export const listPartitions = (db: Tx, table: string): Promise<Partition[]> => db.query<Partition>(listSql, [table]);

const listSql = `
  with bounds as (
    select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as text
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = to_regclass(quote_ident($1))
  )
  select name,
    (regexp_match(text, $$FROM \\('([^']+)'\\)$$))[1]::timestamptz as "from",
    (regexp_match(text, $$TO \\('([^']+)'\\)$$))[1]::timestamptz as until
  from bounds where text <> 'DEFAULT' order by until`;

/**
 * Makes the partitions that are missing: of this period and the next ones, and of rows in the default partition, as when
 * a clock was moved. Returns how many.
 */
export const makeAhead = async (db: Tx, divided: DividedTable, now: Date): Promise<number> => {
  const { table, by, period } = divided;
  const there = await listPartitions(db, table);
  const wanted = [...periodsAhead(period, now), ...(await periodsOfRest(db, divided))];
  let made = 0;
  for (const one of wanted.filter((each) => !there.some((partition) => overlaps(partition, each)))) {
    const [row] = await db.query<{ isNew: boolean }>('select make_partition($1, $2, $3, $4, $5) as "isNew"', [
      ...[table, by, partitionName(table, one)],
      ...[one.from.toISOString(), one.until.toISOString()],
    ]);
    if (row?.isNew === true) made += 1;
  }
  return made;
};

/** The first partition of a table has no beginning and ends where a period does. */
const overlaps = (partition: Partition, period: Period): boolean =>
  Date.parse(partition.until) > period.from.getTime() &&
  (partition.from === null || Date.parse(partition.from) < period.until.getTime());

const periodsOfRest = async (db: Tx, { table, by, period }: DividedTable): Promise<readonly Period[]> => {
  const rows = await db.query<{ at: string }>(
    `select distinct date_trunc($1, ${by}, 'UTC') as at from ${table}_rest order by at`,
    [period],
  );
  return rows.map(({ at }) => periodOf(period, new Date(at)));
};

/** Drops the partitions that hold only rows older than `endedBefore`. Returns how many. */
export const dropEnded = async (db: Tx, table: string, endedBefore: Date): Promise<number> => {
  const ended = (await listPartitions(db, table)).filter(({ until }) => Date.parse(until) <= endedBefore.getTime());
  for (const { name } of ended) await db.query('select drop_partition($1, $2)', [table, name]);
  return ended.length;
};
