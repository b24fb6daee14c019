import { type AnyEvent } from '@repasse/contracts';

/** A view of events: a pure part that maps events to rows, and a SQL function that merges those into the tables. */
export interface Projection {
  readonly name: string;
  readonly topics: readonly string[];
  /** Every table it writes, unqualified: a rebuild fills tables of the same names in another schema. */
  readonly tables: readonly string[];
  /**
   * The rows that the events of a batch show, folded in the order of the events. No clock, no lookup, times taken from
   * the events: a rebuild must lead to the same tables, wherever the batches are cut. Unknown types are to be ignored.
   */
  readonly rowsOf: (events: readonly AnyEvent[]) => readonly object[];
  /**
   * The SQL function that merges those rows into the tables: `name(rows json) returns void`, strict, with unqualified
   * table names. It is called once for a batch, and not at all when the batch shows nothing.
   */
  readonly write: string;
}

export const defineProjection = (projection: Projection): Projection => projection;
