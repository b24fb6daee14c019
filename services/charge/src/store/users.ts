import type { Tx } from '@repasse/chassis/postgres/database';

/** A user as far as a charge needs to know: may this be a recipient? */
export interface User {
  readonly userId: number;
  readonly emailHash: string;
  readonly status: 'ACTIVE' | 'SUSPENDED';
  readonly profiles: readonly string[];
}

/** Split recipients are active users with the CUSTOMER profile; nobody else may receive a share. */
export const mayReceive = ({ status, profiles }: Pick<User, 'status' | 'profiles'>): boolean =>
  status === 'ACTIVE' && profiles.includes('CUSTOMER');

export const findUsersByEmail = (db: Tx, emailHashes: readonly string[]): Promise<readonly User[]> =>
  db.query<User>(
    `select user_id as "userId", email_hash as "emailHash", status, profiles
     from users where email_hash = any($1::text[])`,
    [emailHashes],
  );

export const isKnownUser = async (db: Tx, userId: number): Promise<boolean> =>
  (await db.query('select from users where user_id = $1', [userId])).length > 0;

export const keepUser = async (tx: Tx, { userId, emailHash, status, profiles }: User): Promise<void> => {
  await tx.query(
    `insert into users (user_id, email_hash, status, profiles) values ($1, $2, $3, $4)
     on conflict (user_id) do update
       set email_hash = excluded.email_hash, status = excluded.status, profiles = excluded.profiles`,
    [userId, emailHash, status, profiles],
  );
};

export const setUserStatus = async (tx: Tx, userId: number, status: User['status']): Promise<void> => {
  await tx.query('update users set status = $2 where user_id = $1', [userId, status]);
};

export const grantProfile = async (tx: Tx, userId: number, profile: string): Promise<void> => {
  await tx.query(
    'update users set profiles = array_append(profiles, $2) where user_id = $1 and not $2 = any(profiles)',
    [userId, profile],
  );
};
