import { type Tx } from '../postgres/database';
import { type NumberedKey } from '../config/internal/key-settings';
import { fingerprint, keyOf, type Fingerprint, type FingerprintedRequest } from './internal/fingerprint';
import { type IdempotencyRow } from './ticket';

export type Claim = { readonly outcome: 'claimed' } | { readonly outcome: 'held'; readonly existing: IdempotencyRow };

/** The rows of idempotency_keys. An append claims a key by itself (see append_events); the rest goes through here. */
export interface IdempotencyStore {
  /** With the key in use. */
  fingerprint(request: FingerprintedRequest): Fingerprint;
  /** With the key that a row was made with; undefined when that key is not listed any more. */
  fingerprintLike(request: FingerprintedRequest, row: IdempotencyRow): Fingerprint | undefined;
  /** Inserts the row unless the key is held. */
  claim(row: IdempotencyRow): Promise<Claim>;
  find(scope: string, key: string): Promise<IdempotencyRow | undefined>;
  /** Gives the key a new lease when the old one has lapsed; false when another request did so first. */
  takeOver(lapsed: IdempotencyRow, now: string, leaseUntil: string): Promise<boolean>;
  /** Keeps the answer and returns the kept row: an earlier answer stays. */
  finish(row: IdempotencyRow): Promise<IdempotencyRow>;
  /** Ends the lease, so that the next try resumes at once with the same ids. Used after a server fault. */
  endLease(row: IdempotencyRow, now: string): Promise<void>;
}

export interface IdempotencyStoreOptions {
  /** The pool, or a transaction that an answer is to be kept in. */
  readonly db: Tx;
  /** Key the hashes; the same in every replica. The first is in use, the others know the rows made with them. */
  readonly keys: () => readonly NumberedKey[];
}

const columns = `scope, key, operation_id as "operationId", request_hash as "requestHash", field_hashes as "fieldHashes",
  ulid, status, response_status as "responseStatus", response_body as "responseBody", lease_until as "leaseUntil",
  created_at as "createdAt"`;

const insert = `insert into idempotency_keys (scope, key, operation_id, request_hash, field_hashes, ulid, status,
  response_status, response_body, lease_until, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

export const createIdempotencyStore = ({ db, keys }: IdempotencyStoreOptions): IdempotencyStore => {
  const find = async (scope: string, key: string): Promise<IdempotencyRow | undefined> =>
    (
      await db.query<IdempotencyRow>(`select ${columns} from idempotency_keys where scope = $1 and key = $2`, [
        scope,
        key,
      ])
    )[0];

  return {
    fingerprint: (request) => {
      const [current] = keys();
      if (current === undefined) throw new Error('There is no key for fingerprints.');
      return fingerprint(request, current);
    },
    fingerprintLike: (request, { requestHash }) => {
      const key = keyOf(requestHash, keys());
      return key && fingerprint(request, key);
    },
    find,
    claim: async (row) => {
      const inserted = await db.query(`${insert} on conflict do nothing returning key`, valuesOf(row));
      if (inserted.length > 0) return { outcome: 'claimed' };
      const existing = await find(row.scope, row.key);
      // Between the two statements the janitor may have removed an old key; a second try then claims it.
      if (existing === undefined) throw new Error('An idempotency key vanished while it was claimed.');
      return { outcome: 'held', existing };
    },
    takeOver: async ({ scope, key }, now, leaseUntil) => {
      const taken = await db.query(
        `update idempotency_keys set lease_until = $4
         where scope = $1 and key = $2 and status = 'running' and lease_until <= $3 returning key`,
        [scope, key, now, leaseUntil],
      );
      return taken.length > 0;
    },
    finish: async (row) => {
      const kept = await db.query(
        `${insert} on conflict (scope, key) do update
         set status = excluded.status, response_status = excluded.response_status, response_body = excluded.response_body
         where idempotency_keys.status = 'running' and idempotency_keys.ulid = excluded.ulid returning key`,
        valuesOf(row),
      );
      return kept.length > 0 ? row : ((await find(row.scope, row.key)) ?? row);
    },
    endLease: async ({ scope, key, ulid }, now) => {
      await db.query(
        `update idempotency_keys set lease_until = $4
         where scope = $1 and key = $2 and ulid = $3 and status = 'running' and lease_until > $4`,
        [scope, key, ulid, now],
      );
    },
  };
};

const valuesOf = (row: IdempotencyRow): readonly unknown[] => [
  row.scope,
  row.key,
  row.operationId,
  row.requestHash,
  JSON.stringify(row.fieldHashes),
  row.ulid,
  row.status,
  row.responseStatus,
  row.responseBody,
  row.leaseUntil,
  row.createdAt,
];
