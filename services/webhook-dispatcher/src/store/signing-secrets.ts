import { randomBytes, type KeyObject } from 'node:crypto';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { secretPrefix, signingKey } from '../delivery/sign';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

/** Long enough to deploy a receiver with the new secret; while it lasts both sign. */
export const overlapMs = 24 * 60 * 60_000;

/**
 * A rotation in another process takes effect here this late. Until then the old secret signs, which every receiver must
 * accept during the overlap; a receiver that knows only the new one accepts a retry.
 */
const cachedMs = 30_000;

/** Signers whose secrets are remembered, at some 300 bytes each. */
const cachedSignersMax = 10_000;

export interface SigningSecret {
  readonly secret: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
}

interface Row {
  readonly sealed: Buffer;
  readonly created_at: string;
  readonly expires_at: string | null;
}

/** The name under which the secret for the webhookUrls of a merchant's charges is kept; an endpoint's goes by its id. */
export const userSigner = (userId: number): string => `user:${userId}`;

/** A sealed secret is bound to its signer. */
export const contextOf = (signer: string): string => `webhook-secret:${signer}`;

export interface SigningSecrets {
  /** The keys of valid secrets, cached for a while. */
  signingKeys(signer: string, now: Date): Promise<readonly KeyObject[]>;
  /** The current one first, then those whose overlap lasts. The first call for a signer makes the secret. */
  validFor(signer: string, now: Date): Promise<readonly [SigningSecret, ...SigningSecret[]]>;
  /** Makes a new current secret; the old one signs beside it until the overlap ends. False while an overlap lasts. */
  rotate(signer: string, now: Date): Promise<boolean>;
  /** Nothing is signed with them any more. */
  erase(tx: Tx, signer: string): Promise<void>;
}

export const createSigningSecrets = (db: Database, box: SealedBox): SigningSecrets => {
  const insert = (tx: Tx, signer: string, now: Date) => {
    const secret = `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
    return tx.query(
      'insert into signing_secrets (signer, sealed, created_at) values ($1, $2, $3) on conflict do nothing',
      [signer, box.seal(secret, contextOf(signer)), now.toISOString()],
    );
  };

  const read = async (signer: string, now: Date): Promise<SigningSecret[]> => {
    const rows = await db.query<Row>(
      `select sealed, created_at, expires_at from signing_secrets
       where signer = $1 and (expires_at is null or expires_at > $2)
       order by expires_at desc nulls first`,
      [signer, now.toISOString()],
    );
    return rows.map((row) => ({
      secret: box.open(row.sealed, contextOf(signer)),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }));
  };

  const validFor: SigningSecrets['validFor'] = async (signer, now) => {
    const known = await read(signer, now);
    if (known.length === 0) await insert(db, signer, now);
    const [current, ...previous] = known.length > 0 ? known : await read(signer, now);
    if (current === undefined) throw new Error(`${signer} has no signing secret after one was made.`);
    return [current, ...previous];
  };
  const cache = createKeyCache((signer, now) => validFor(signer, now));

  return {
    signingKeys: async (signer, now) => {
      const nowIso = now.toISOString();
      const keys = await cache.get(signer, now);
      return keys.filter(({ expiresAt }) => expiresAt === null || expiresAt > nowIso).map(({ key }) => key);
    },
    validFor,
    rotate: async (signer, now) => {
      const isRotated = await db.transaction(async (tx) => {
        // Two rotations at once would end the overlap of the first before any receiver could follow.
        await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [contextOf(signer)]);
        const overlapping = await tx.query('select 1 from signing_secrets where signer = $1 and expires_at > $2', [
          signer,
          now.toISOString(),
        ]);
        if (overlapping.length > 0) return false;
        const expiresAt = new Date(now.getTime() + overlapMs).toISOString();
        await tx.query('update signing_secrets set expires_at = $2 where signer = $1 and expires_at is null', [
          signer,
          expiresAt,
        ]);
        await insert(tx, signer, now);
        return true;
      });
      cache.forget(signer);
      return isRotated;
    },
    erase: async (tx, signer) => {
      await tx.query('delete from signing_secrets where signer = $1', [signer]);
      cache.forget(signer);
    },
  };
};

interface CachedKey {
  readonly key: KeyObject;
  readonly expiresAt: string | null;
}

/** Caches the promise, not the result: concurrent deliveries read once, and a key removed meanwhile stays removed. */
const createKeyCache = (read: (signer: string, now: Date) => Promise<readonly SigningSecret[]>) => {
  const cached = new Map<string, { readonly readAtMs: number; readonly keys: Promise<readonly CachedKey[]> }>();

  const readKeys = (signer: string, now: Date): Promise<readonly CachedKey[]> => {
    const keys = read(signer, now).then((secrets) =>
      secrets.map(({ secret, expiresAt }) => ({ key: signingKey(secret), expiresAt })),
    );
    keys.catch(() => cached.delete(signer));
    if (cached.size >= cachedSignersMax) cached.clear();
    cached.set(signer, { readAtMs: performance.now(), keys });
    return keys;
  };
  return {
    get: (signer: string, now: Date): Promise<readonly CachedKey[]> => {
      const known = cached.get(signer);
      return known !== undefined && performance.now() - known.readAtMs < cachedMs ? known.keys : readKeys(signer, now);
    },
    forget: (signer: string): void => {
      cached.delete(signer);
    },
  };
};
