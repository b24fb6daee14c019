import { type Tx } from '../../postgres/database';
import { type Day } from './day';
import { type Column, type Row } from './internal/parquet-file';

/** A table that a service exports by days: rows in the order of a number that only grows, final once the day has ended. */
export interface Exported {
  /** The folder of its files, such as `ledger`. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** How many rows the day has, and before which number they begin. */
  readonly extentOf: (db: Tx, day: Day) => Promise<Extent>;
  /** The next rows of the day after a number, at most so many. Each has the number as `number`. */
  readonly readAfter: (db: Tx, day: Day, after: number, limit: number) => Promise<readonly NumberedRow[]>;
  /** Throws where the rows of the day cannot be right, such as books that do not balance. Returns facts for the manifest. */
  readonly check?: (db: Tx, day: Day) => Promise<Readonly<Record<string, string>>>;
}

export interface Extent {
  readonly rows: number;
  readonly before: number;
}

/** The extent of a day in a table: `number` is the column that only grows, `time` the one that says the day. */
export const extentIn =
  ({ table, number, time }: { readonly table: string; readonly number: string; readonly time: string }) =>
  async (db: Tx, { from, until }: Day): Promise<Extent> => {
    const [row] = await db.query<{ rows: number; first: number | null }>(
      `select count(*)::int as rows, min(${number}) as first from ${table} where ${time} >= $1 and ${time} < $2`,
      [from, until],
    );
    return { rows: row?.rows ?? 0, before: (row?.first ?? 1) - 1 };
  };

export type NumberedRow = Row & { readonly number: number };
