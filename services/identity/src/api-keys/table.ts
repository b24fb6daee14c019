import { type Profile } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type UserStatus } from '../users/table';

export interface ApiKey {
  readonly clientId: string;
  readonly userId: number;
  readonly secretHash: Buffer;
  readonly scopes: readonly string[];
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly revokedAt: string | null;
}

/** A key with what must be known of its user to let it in. */
export interface ApiKeyOfUser extends ApiKey {
  readonly userStatus: UserStatus;
  readonly userProfiles: readonly Profile[];
}

const columns = `client_id as "clientId", user_id as "userId", secret_hash as "secretHash", scopes,
  expires_at as "expiresAt", api_keys.created_at as "createdAt", revoked_at as "revokedAt"`;

export const insertApiKey = async (tx: Tx, key: ApiKey): Promise<void> => {
  await tx.query(
    `insert into api_keys (client_id, user_id, secret_hash, scopes, expires_at, created_at, revoked_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [key.clientId, key.userId, key.secretHash, key.scopes, key.expiresAt, key.createdAt, key.revokedAt],
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

export const revokeApiKey = async (tx: Tx, clientId: string, revokedAt: string): Promise<void> => {
  await tx.query('update api_keys set revoked_at = $2 where client_id = $1', [clientId, revokedAt]);
};

export const replaceSecret = async (tx: Tx, clientId: string, secretHash: Buffer): Promise<void> => {
  await tx.query('update api_keys set secret_hash = $2 where client_id = $1', [clientId, secretHash]);
};

export const deleteApiKeys = async (tx: Tx, clientIds: readonly string[]): Promise<void> => {
  await tx.query('delete from api_keys where client_id = any($1)', [clientIds]);
};
