import { type Tx } from '@repasse/chassis/postgres/database';

export interface DeviceAuthorization {
  /** Of the key to come. */
  readonly clientId: string;
  readonly userCode: string;
  readonly secretHash: Buffer;
  readonly deviceName: string;
  /** Null for all that the account may have. */
  readonly scopes: readonly string[] | null;
  readonly address: string;
  readonly status: 'WAITING' | 'APPROVED' | 'REFUSED';
  /** Whose person decided; null while nobody has. */
  readonly userId: number | null;
  readonly createdAt: string;
  readonly expiresAt: string;
}

const columns = `client_id as "clientId", user_code as "userCode", secret_hash as "secretHash", device_name as "deviceName",
  scopes, address, status, user_id as "userId", created_at as "createdAt", expires_at as "expiresAt"`;

export const insertDeviceAuthorization = async (tx: Tx, asked: DeviceAuthorization): Promise<void> => {
  const { clientId, userCode, secretHash, deviceName, scopes, address, createdAt, expiresAt } = asked;
  await tx.query(
    `insert into device_authorizations (client_id, user_code, secret_hash, device_name, scopes, address, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [clientId, userCode, secretHash, deviceName, scopes, address, createdAt, expiresAt],
  );
};

export const findByClientId = async (tx: Tx, clientId: string, now: string): Promise<DeviceAuthorization | undefined> =>
  (
    await tx.query<DeviceAuthorization>(
      `select ${columns} from device_authorizations where client_id = $1 and expires_at > $2`,
      [clientId, now],
    )
  )[0];

/** The newest with this code that has not run out, locked where `tx` is a transaction that decides. */
export const findByUserCode = async (
  tx: Tx,
  userCode: string,
  now: string,
  lock: '' | 'for update' = '',
): Promise<DeviceAuthorization | undefined> =>
  (
    await tx.query<DeviceAuthorization>(
      `select ${columns} from device_authorizations where user_code = $1 and expires_at > $2
       order by created_at desc limit 1 ${lock}`,
      [userCode, now],
    )
  )[0];

export const decideDeviceAuthorization = async (
  tx: Tx,
  clientId: string,
  status: 'APPROVED' | 'REFUSED',
  userId: number,
): Promise<void> => {
  await tx.query('update device_authorizations set status = $2, user_id = $3 where client_id = $1', [
    ...[clientId, status, userId],
  ]);
};
