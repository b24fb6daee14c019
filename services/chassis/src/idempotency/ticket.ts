import { type ApiResponse } from '../http/response';

/** The stored data of a request with an Idempotency-Key: one row of idempotency_keys. */
export interface IdempotencyRow {
  /** Whose key it is: the user's id, or 'internal'. */
  readonly scope: string;
  readonly key: string;
  readonly operationId: string;
  readonly requestHash: string;
  /** JSON path of each leaf of the body → keyed hash of its value, so that a 422 can name the fields that differ. */
  readonly fieldHashes: Readonly<Record<string, string>>;
  /** The ULID from which every id made by this request derives. */
  readonly ulid: string;
  readonly status: 'running' | 'done';
  readonly responseStatus: number | null;
  /** The exact text that was answered. */
  readonly responseBody: string | null;
  /** ISO 8601. While it lies ahead the first request is still at work; after it, another may take over. */
  readonly leaseUntil: string;
  readonly createdAt: string;
}

/** The claim of a handler on an Idempotency-Key while it works. */
export interface IdempotencyTicket {
  /** Ids of what the request makes derive from it, so that a resumed request makes the same ones. */
  readonly ulid: string;
  /** True when an earlier process took the key and was cut off before it answered. */
  readonly isResumed: boolean;
  /** The row that claims the key; hand it to the append that makes the first thing worth keeping. */
  running(): IdempotencyRow;
  /** The row that claims the key and keeps the answer in the same transaction. */
  done(response: ApiResponse): IdempotencyRow;
}

const keptRows = new WeakSet<IdempotencyRow>();

/** This very row is written with the work, so the answer need not be written a second time. */
export const markKept = (row: IdempotencyRow): void => {
  keptRows.add(row);
};

export const isKept = (row: IdempotencyRow): boolean => keptRows.has(row);

/** Thrown by an append whose idempotency key is held by another request. Nothing was written. */
export class IdempotencyConflict extends Error {
  override readonly name = 'IdempotencyConflict';
  constructor(readonly existing: IdempotencyRow) {
    super(`Idempotency key is held by another request of ${existing.operationId}.`);
  }
}
