import { type Tx } from '@repasse/chassis/postgres/database';

export interface Passkey {
  readonly passkeyId: string;
  readonly personId: string;
  readonly credentialId: Buffer;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isBackedUp: boolean;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

const columns = `passkey_id as "passkeyId", person_id as "personId", credential_id as "credentialId",
  public_key as "publicKey", counter, transports, name, is_backed_up as "isBackedUp", created_at as "createdAt",
  last_used_at as "lastUsedAt"`;

/** The oldest first. */
export const listPasskeys = (tx: Tx, personId: string): Promise<Passkey[]> =>
  tx.query<Passkey>(`select ${columns} from passkeys where person_id = $1 order by created_at, passkey_id`, [personId]);

export const hasPasskeys = async (tx: Tx, personId: string): Promise<boolean> =>
  (await tx.query('select 1 from passkeys where person_id = $1 limit 1', [personId])).length > 0;

export const findPasskey = async (tx: Tx, credentialId: Buffer): Promise<Passkey | undefined> =>
  (await tx.query<Passkey>(`select ${columns} from passkeys where credential_id = $1`, [credentialId]))[0];

/** False when somebody has added it before. */
export const insertPasskey = async (tx: Tx, passkey: Passkey): Promise<boolean> => {
  const { passkeyId, personId, credentialId, publicKey, counter, transports, name, isBackedUp, createdAt } = passkey;
  const inserted = await tx.query(
    `insert into passkeys (passkey_id, person_id, credential_id, public_key, counter, transports, name, is_backed_up,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (credential_id) do nothing returning passkey_id`,
    [passkeyId, personId, credentialId, publicKey, counter, transports, name, isBackedUp, createdAt],
  );
  return inserted.length > 0;
};

export const markPasskeyUsed = async (
  tx: Tx,
  { passkeyId, counter, isBackedUp }: Pick<Passkey, 'passkeyId' | 'counter' | 'isBackedUp'>,
  now: string,
): Promise<void> => {
  await tx.query('update passkeys set counter = $2, is_backed_up = $3, last_used_at = $4 where passkey_id = $1', [
    ...[passkeyId, counter, isBackedUp, now],
  ]);
};

/** False when the person has none of this id. */
export const deletePasskey = async (tx: Tx, personId: string, passkeyId: string): Promise<boolean> =>
  (
    await tx.query('delete from passkeys where person_id = $1 and passkey_id = $2 returning passkey_id', [
      ...[personId, passkeyId],
    ])
  ).length > 0;

/** False when the person has none. */
export const deletePasskeys = async (tx: Tx, personId: string): Promise<boolean> =>
  (await tx.query('delete from passkeys where person_id = $1 returning passkey_id', [personId])).length > 0;
