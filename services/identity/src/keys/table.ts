import { type Tx } from '@repasse/chassis/postgres/database';
import { type JWK } from 'jose';

export interface StoredKey {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly sealedPrivate: Buffer;
  readonly createdAt: string;
}

/** Held until the transaction ends: replicas that find a key due make one, not one each. */
export const lockSigningKeys = async (tx: Tx): Promise<void> => {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('signing keys', 0))");
};

/** Oldest first. */
export const listSigningKeys = (tx: Tx): Promise<StoredKey[]> =>
  tx.query<StoredKey>(
    `select kid, public_jwk as "publicJwk", sealed_private as "sealedPrivate", created_at as "createdAt"
     from signing_keys order by created_at, kid`,
  );

export const insertSigningKey = async (tx: Tx, key: StoredKey): Promise<void> => {
  await tx.query(
    'insert into signing_keys (kid, public_jwk, sealed_private, created_at) values ($1, $2::jsonb, $3, $4)',
    [key.kid, JSON.stringify(key.publicJwk), key.sealedPrivate, key.createdAt],
  );
};

export const deleteSigningKeys = async (tx: Tx, kids: readonly string[]): Promise<void> => {
  await tx.query('delete from signing_keys where kid = any($1)', [kids]);
};
