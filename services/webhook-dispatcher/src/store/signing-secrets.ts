import { randomBytes } from 'node:crypto';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { secretPrefix, signingKey } from '../delivery/sign';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

/** Long enough to deploy a receiver with the new secret; while it lasts both sign. */
export const overlapMs = 24 * 60 * 60_000;

/**
 * A rotation in another process is heard of this late. Until then that process' new secret does not sign yet, while the
 * old one, which every receiver must accept for the overlap, does; whoever knows only the new one accepts a retry.
 */
const cachedMs = 30_000;

/** Merchants whose secrets are remembered, at some 300 bytes each. */
const cachedUsersMax = 10_000;

export type SigningSecret = { readonly secret: string; readonly createdAt: string; readonly expiresAt: string | null };

type Row = { readonly sealed: Buffer; readonly created_at: string; readonly expires_at: string | null };

const contextOf = (userId: number): string => `webhook-secret:${userId}`;

export interface SigningSecrets {
  /** The keys of those that are valid, from memory where they were read a moment ago. */
  signingKeys(userId: number, now: Date): Promise<readonly Buffer[]>;
  /** The current one first, then those whose overlap lasts. The first call for a user makes the secret. */
  validFor(userId: number, now: Date): Promise<readonly [SigningSecret, ...SigningSecret[]]>;
  /** Makes a new current secret; the old one signs beside it until the overlap ends. False while an overlap lasts. */
  rotate(userId: number, now: Date): Promise<boolean>;
}

export const createSigningSecrets = (db: Database, box: SealedBox): SigningSecrets => {
  const insert = (tx: Tx, userId: number, now: Date) => {
    const secret = `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
    return tx.query(
      'insert into signing_secrets (user_id, sealed, created_at) values ($1, $2, $3) on conflict do nothing',
      [userId, box.seal(secret, contextOf(userId)), now.toISOString()],
    );
  };

  const read = async (userId: number, now: Date): Promise<SigningSecret[]> => {
    const rows = await db.query<Row>(
      `select sealed, created_at, expires_at from signing_secrets
       where user_id = $1 and (expires_at is null or expires_at > $2)
       order by expires_at desc nulls first`,
      [userId, now.toISOString()],
    );
    return rows.map((row) => ({
      secret: box.open(row.sealed, contextOf(userId)),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }));
  };

  const validFor: SigningSecrets['validFor'] = async (userId, now) => {
    const known = await read(userId, now);
    if (known.length === 0) await insert(db, userId, now);
    const [current, ...previous] = known.length > 0 ? known : await read(userId, now);
    if (current === undefined) throw new Error(`User ${userId} has no signing secret after one was made.`);
    return [current, ...previous];
  };
  const cache = createKeyCache((userId, now) => validFor(userId, now));

  return {
    signingKeys: async (userId, now) => {
      const nowIso = now.toISOString();
      const keys = await cache.get(userId, now);
      return keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowIso).map(({ key }) => key);
    },
    validFor,
    rotate: async (userId, now) => {
      const isRotated = await db.transaction(async (tx) => {
        // Two rotations at once would end the overlap of the first before any receiver could follow.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [contextOf(userId)]);
        const overlapping = await tx.query('select 1 from signing_secrets where user_id = $1 and expires_at > $2', [
          userId,
          now.toISOString(),
        ]);
        if (overlapping.length > 0) return false;
        const expiresAt = new Date(now.getTime() + overlapMs).toISOString();
        await tx.query('update signing_secrets set expires_at = $2 where user_id = $1 and expires_at is null', [
          userId,
          expiresAt,
        ]);
        await insert(tx, userId, now);
        return true;
      });
      cache.forget(userId);
      return isRotated;
    },
  };
};

type CachedKey = { readonly key: Buffer; readonly expiresAt: string | null };

/** Keeps the promise, not the answer: many deliveries at once read once, and what is forgotten meanwhile stays forgotten. */
const createKeyCache = (read: (userId: number, now: Date) => Promise<readonly SigningSecret[]>) => {
  const cached = new Map<number, { readonly readAtMs: number; readonly keys: Promise<readonly CachedKey[]> }>();

  const readKeys = (userId: number, now: Date): Promise<readonly CachedKey[]> => {
    const keys = read(userId, now).then((secrets) =>
      secrets.map(({ secret, expiresAt }) => ({ key: signingKey(secret), expiresAt })),
    );
    keys.catch(() => cached.delete(userId));
    if (cached.size >= cachedUsersMax) cached.clear();
    cached.set(userId, { readAtMs: performance.now(), keys });
    return keys;
  };
  return {
    get: (userId: number, now: Date): Promise<readonly CachedKey[]> => {
      const known = cached.get(userId);
      return known !== undefined && performance.now() - known.readAtMs < cachedMs ? known.keys : readKeys(userId, now);
    },
    forget: (userId: number): void => {
      cached.delete(userId);
    },
  };
};
