import { type Tx } from '../postgres/internal/tx';

/** A table of which an archived subject has rows. */
export interface ArchivedTable {
  readonly table: string;
  /** The condition on a row, under the alias `t`, that finds those of subjects; `ids` is an array of text in SQL. */
  readonly of: (ids: string) => string;
  /** The columns by which rows are sorted in the file, so that the same rows are the same bytes. */
  readonly order: string;
}

/** Something whose rows go to files together when it is closed and old: a charge, a payment, a ledger transaction. */
export interface ArchiveKind {
  /** Names its folder, as `charges`. */
  readonly name: string;
  /** Whether rows leave the database. Rows that stay are written to files as evidence besides. */
  readonly isMoved: boolean;
  /**
   * Selects `id` and `month` (as 2026-11, in UTC) of closed subjects: $1 the moment before which everything of them
   * happened, $2 the id to begin behind, $3 at most so many, in the order of ids as bytes.
   */
  readonly closedSql: string;
  /** The owner of the subject `s.id`, as an expression. */
  readonly ownerSql: string;
  /** In the order in which rows are written back; they are deleted in the reverse order. */
  readonly tables: readonly ArchivedTable[];
  /** Selects the `id` of each subject of the charge $1, where a subject is not a charge itself. */
  readonly ofChargeSql?: string;
  /** Selects `kind`, `id` and `owner_id` of other names by which the subjects $1 are asked for; they are marked with them. */
  readonly namesSql?: string;
  /** Keeps other writers of these subjects away until the transaction ends. */
  readonly lock: (tx: Tx, ids: readonly string[]) => Promise<unknown>;
  /** Counts of rows that are kept beside them change too: -1 before rows go, 1 after they came back. */
  readonly count?: (tx: Tx, ids: readonly string[], change: 1 | -1) => Promise<unknown>;
}

/** The locks that every append to a stream takes. */
export const lockStreams = (tx: Tx, ids: readonly string[]): Promise<unknown> =>
  tx.query('select lock_aggregates($1)', [ids]);

/** A table in which the column holds the subject's id. */
export const byColumn = (table: string, column: string, order: string): ArchivedTable => ({
  table,
  of: (ids) => `t.${column} = any (${ids})`,
  order,
});
