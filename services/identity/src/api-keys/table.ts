import { type Profile } from '@repasse/chassis/auth/principal';
import { boundedCount } from '@repasse/chassis/postgres/bounded-count';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type UserStatus } from '../users/table';

export interface ApiKey {
  readonly clientId: string;
  readonly userId: number;
  /** For people, who have several keys. */
  readonly name: string | null;
  readonly secretHash: Buffer;
  /** The secret before a rotation, which counts until then. */
  readonly previousSecretHash: Buffer | null;
  readonly previousSecretUntil: string | null;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly createdAt: string;
  /** When it last obtained a token, to some minutes. */
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

type NewApiKey = Pick<ApiKey, 'clientId' | 'userId' | 'name' | 'secretHash' | 'scopes' | 'expiresAt' | 'createdAt'>;

export const newApiKey = (key: NewApiKey): ApiKey => ({
  ...key,
  previousSecretHash: null,
  previousSecretUntil: null,
  lastUsedAt: null,
  revokedAt: null,
});

/** A key with what must be known of its user to let it in. */
export interface ApiKeyOfUser extends ApiKey {
  readonly userStatus: UserStatus;
  readonly userProfiles: readonly Profile[];
}

const columns = `client_id as "clientId", user_id as "userId", api_keys.name, secret_hash as "secretHash",
  previous_secret_hash as "previousSecretHash", previous_secret_until as "previousSecretUntil", scopes,
  expires_at as "expiresAt", api_keys.created_at as "createdAt", last_used_at as "lastUsedAt",
  revoked_at as "revokedAt"`;

export const insertApiKey = async (tx: Tx, key: ApiKey): Promise<void> => {
  await tx.query(
    `insert into api_keys (client_id, user_id, name, secret_hash, scopes, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [key.clientId, key.userId, key.name, key.secretHash, key.scopes, key.expiresAt, key.createdAt],
  );
};

export const findApiKey = async (tx: Tx, clientId: string): Promise<ApiKeyOfUser | undefined> =>
  (
    await tx.query<ApiKeyOfUser>(
      `select ${columns}, users.status as "userStatus", users.profiles as "userProfiles"
       from api_keys join users on users.id = api_keys.user_id where client_id = $1`,
      [clientId],
    )
  )[0];

/** Newest first, revoked ones too. */
export const listApiKeys = (tx: Tx, userId: number): Promise<ApiKey[]> =>
  tx.query<ApiKey>(
    `select ${columns} from api_keys where user_id = $1 order by api_keys.created_at desc, client_id desc`,
    [userId],
  );

/** Keys that still work and stop by themselves in this time; a bounded count of one user's. */
export const countExpiringKeys = async (
  tx: Tx,
  userId: number,
  { after, until }: { readonly after: string; readonly until: string },
): Promise<number> => {
  const expiring = `select from api_keys where user_id = $1 and revoked_at is null and expires_at > $2 and expires_at <= $3`;
  const [row] = await tx.query<{ found: number }>(`select ${boundedCount(expiring)} as found`, [userId, after, until]);
  return row?.found ?? 0;
};

export const revokeApiKey = async (tx: Tx, clientId: string, revokedAt: string): Promise<void> => {
  await tx.query('update api_keys set revoked_at = $2 where client_id = $1', [clientId, revokedAt]);
};

export const renameApiKey = async (tx: Tx, clientId: string, name: string | null): Promise<void> => {
  await tx.query('update api_keys set name = $2 where client_id = $1', [clientId, name]);
};

/** The secret before is forgotten with it. */
export const replaceSecret = async (tx: Tx, clientId: string, secretHash: Buffer): Promise<void> => {
  await tx.query(
    `update api_keys set secret_hash = $2, previous_secret_hash = null, previous_secret_until = null
     where client_id = $1`,
    [clientId, secretHash],
  );
};

/** The secret so far counts until `previousSecretUntil`. */
export const rotateSecret = async (
  tx: Tx,
  clientId: string,
  secretHash: Buffer,
  previousSecretUntil: string,
): Promise<void> => {
  await tx.query(
    `update api_keys set secret_hash = $2, previous_secret_hash = secret_hash, previous_secret_until = $3
     where client_id = $1`,
    [clientId, secretHash, previousSecretUntil],
  );
};

/** Requests that come at the same moment write one row once. */
export const markApiKeyUsed = async (tx: Tx, clientId: string, now: string, unlessSince: string): Promise<void> => {
  await tx.query(
    'update api_keys set last_used_at = $2 where client_id = $1 and (last_used_at is null or last_used_at < $3)',
    [clientId, now, unlessSince],
  );
};

export const deleteApiKeys = async (tx: Tx, clientIds: readonly string[]): Promise<void> => {
  await tx.query('delete from api_keys where client_id = any($1)', [clientIds]);
};
