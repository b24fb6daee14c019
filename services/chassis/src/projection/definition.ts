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
  /** The same for many at once, in order, where rebuilding and catching up should be fast. */
  readonly applyBatch?: (events: readonly AnyEvent[], tx: Tx) => Promise<void>;
}

export const defineProjection = (projection: Projection): Projection => projection;

export const applyAll = async (projection: Projection, events: readonly AnyEvent[], tx: Tx): Promise<void> => {
  if (projection.applyBatch !== undefined) return projection.applyBatch(events, tx);
  for (const event of events) await projection.apply(event, tx);
};
