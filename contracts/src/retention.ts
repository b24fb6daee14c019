import { readGenerated } from './package-root';

/** The fields of every line of retention.yaml. */
interface Line {
  readonly table: string;
  /** The services, and `bus`, whose databases have the table. */
  readonly in: readonly string[];
  readonly law: 'none' | 'accounting' | 'LGPD';
  readonly why: string;
  /** Where rows that have ended can still be read. */
  readonly archive?: string;
}

/** One partition for each. Weeks begin on Mondays, and all of them at midnight UTC. */
export type PartitionPeriod = 'day' | 'week' | 'month';

/** Partitions are made ahead, and dropped when all of their rows are older. */
export interface PartitionedTable extends Line {
  readonly ends: 'partitions';
  readonly by: string;
  readonly keptDays: number;
  readonly period: PartitionPeriod;
}

/** Older rows are deleted, by the chassis (`rows`) or by code of the service (`code`). */
export interface SweptTable extends Line {
  readonly ends: 'rows' | 'code';
  readonly by: string;
  readonly keptDays: number;
}

/** Its size does not depend on how long the system has run (`work`, `bounded`), or does (`never`). */
export interface LastingTable extends Line {
  readonly ends: 'work' | 'bounded' | 'never';
  readonly by?: string;
  /** Partitions are made ahead, and none is dropped. */
  readonly period?: PartitionPeriod;
}

export type KeptTable = PartitionedTable | SweptTable | LastingTable;

/** How every table of every database ends. */
export const keptTables: readonly KeptTable[] = (readGenerated('retention.json') as { tables: KeptTable[] }).tables;

/** Those of a service's own database, or of `bus`. */
export const keptTablesOf = (database: string): readonly KeptTable[] =>
  keptTables.filter((table) => table.in.includes(database));

/** For how many days the rows of a table are kept at least. A table that does not end by age is a mistake in the code. */
export const keptDaysOf = (database: string, name: string): number => {
  const table = keptTablesOf(database).find((each) => each.table === name);
  if (table === undefined || !('keptDays' in table)) throw new Error(`${database}.${name} does not end by age.`);
  return table.keptDays;
};
