import { randomBytes } from 'node:crypto';
import { type SealedBox } from '@repasse/chassis/crypto/sealed-box';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { secretPrefix } from '../delivery/sign';

/** Standard Webhooks asks for 24 to 64 bytes. */
const secretBytes = 32;

/** Long enough to deploy a receiver with the new secret; while it lasts both sign. */
export const overlapMs = 24 * 60 * 60_000;

export type SigningSecret = { readonly secret: string; readonly createdAt: string; readonly expiresAt: string | null };

type Row = { readonly sealed: Buffer; readonly created_at: string; readonly expires_at: string | null };

const contextOf = (userId: number): string => `webhook-secret:${userId}`;

export interface SigningSecrets {
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

  return {
    validFor: async (userId, now) => {
      const known = await read(userId, now);
      if (known.length === 0) await insert(db, userId, now);
      const [current, ...previous] = known.length > 0 ? known : await read(userId, now);
      if (current === undefined) throw new Error(`User ${userId} has no signing secret after one was made.`);
      return [current, ...previous];
    },
    rotate: (userId, now) =>
      db.transaction(async (tx) => {
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
      }),
  };
};
