import { type Tx } from '@repasse/chassis/postgres/database';

export interface PasswordReset {
  readonly resetId: string;
  readonly personId: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}

export const insertReset = async (tx: Tx, reset: PasswordReset, secretHash: Buffer): Promise<void> => {
  const { resetId, personId, createdAt, expiresAt } = reset;
  await tx.query(
    `insert into password_resets (reset_id, person_id, secret_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [resetId, personId, secretHash, createdAt, expiresAt],
  );
};

/** Neither used nor run out. */
export const findOpenReset = async (tx: Tx, secretHash: Buffer, now: string): Promise<PasswordReset | undefined> =>
  (
    await tx.query<PasswordReset>(
      `select reset_id as "resetId", person_id as "personId", created_at as "createdAt", expires_at as "expiresAt"
       from password_resets where secret_hash = $1 and ended_at is null and expires_at > $2`,
      [secretHash, now],
    )
  )[0];

export const countResetsSince = async (tx: Tx, personId: string, since: string): Promise<number> =>
  (
    await tx.query<{ readonly count: number }>(
      'select count(*)::int as count from password_resets where person_id = $1 and created_at > $2',
      [personId, since],
    )
  )[0]?.count ?? 0;

/** All of a person: one that was used leaves no other behind. */
export const endResets = async (tx: Tx, personId: string, now: string): Promise<void> => {
  await tx.query('update password_resets set ended_at = $2 where person_id = $1 and ended_at is null', [personId, now]);
};
