import { type AnyEvent } from '@repasse/contracts';
import { type Tx } from '../postgres/database';

export interface Projection {
  readonly name: string;
  readonly topics: readonly string[];
  /** Every table it writes, unqualified: a rebuild fills tables of the same names in another schema. */
  readonly tables: readonly string[];
  /**
   * Writes what one event shows. Idempotent, no side effects, times taken from the event: a rebuild must lead to the
   * same rows. Unknown types are to be ignored.
   */
  readonly apply: (event: AnyEvent, tx: Tx) => Promise<void>;
  /** The same for many at once, in order, where a rebuild should be fast. */
  readonly applyBatch?: (events: readonly AnyEvent[], tx: Tx) => Promise<void>;
}

export const defineProjection = (projection: Projection): Projection => projection;
