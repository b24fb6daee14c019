import { type Database } from '../postgres/database';
import { type IdempotencyRow } from './ticket';

export type Claim = { readonly outcome: 'claimed' } | { readonly outcome: 'held'; readonly existing: IdempotencyRow };

/** The rows of idempotency_keys. An append claims a key by itself (see append_events); the rest goes through here. */
export interface IdempotencyStore {
  /** Inserts the row unless the key is held. */
  claim(row: IdempotencyRow): Promise<Claim>;
  find(scope: string, key: string): Promise<IdempotencyRow | undefined>;
  /** Extends a lapsed lease for this caller; false when somebody else was faster. */
  takeOver(lapsed: IdempotencyRow, leaseUntil: string): Promise<boolean>;
  /** Keeps the answer. Inserts the row when no append has claimed the key. */
  finish(row: IdempotencyRow): Promise<void>;
  /** Ends the lease, so that the next try resumes at once with the same ids. Used after a server fault. */
  endLease(row: IdempotencyRow): Promise<void>;
  /** Removes what is older; answers how many rows went. */
  deleteOlderThan(createdBefore: string): Promise<number>;
  /** Keyed hash of a value: a leaked table does not tell amounts or documents to whoever tries them all. */
  hash(value: string): string;
}
export declare const createIdempotencyStore: (o: {
  readonly db: Database;
  /** Keys the hashes; the same in every replica. The internal token serves. */
  readonly secret: string;
}) => IdempotencyStore;
