import { type Tx } from '@repasse/chassis/postgres/database';
import { type SecondFactor } from './rules';

const columns = `user_id as "userId", sealed_secret as "sealedSecret", created_at as "createdAt",
  confirmed_at as "confirmedAt", last_step as "lastStep", wrong_codes as "wrongCodes", wrong_since as "wrongSince"`;

export const findSecondFactor = async (tx: Tx, userId: number): Promise<SecondFactor | undefined> =>
  (await tx.query<SecondFactor>(`select ${columns} from second_factors where user_id = $1`, [userId]))[0];

/** Until the transaction ends nobody else tries a code of this user, so that one code counts once. */
export const lockSecondFactor = async (tx: Tx, userId: number): Promise<SecondFactor | undefined> =>
  (await tx.query<SecondFactor>(`select ${columns} from second_factors where user_id = $1 for update`, [userId]))[0];

/** In the place of one whose first code never came. */
export const keepSecondFactor = async (tx: Tx, factor: SecondFactor): Promise<void> => {
  const { userId, sealedSecret, createdAt, confirmedAt, lastStep, wrongCodes, wrongSince } = factor;
  await tx.query(
    `insert into second_factors
       (user_id, sealed_secret, created_at, confirmed_at, last_step, wrong_codes, wrong_since)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at,
       confirmed_at = excluded.confirmed_at, last_step = excluded.last_step, wrong_codes = excluded.wrong_codes,
       wrong_since = excluded.wrong_since`,
    [userId, sealedSecret, createdAt, confirmedAt, lastStep, wrongCodes, wrongSince],
  );
};

export const deleteSecondFactor = async (tx: Tx, userId: number): Promise<boolean> =>
  (await tx.query('delete from second_factors where user_id = $1 returning user_id', [userId])).length > 0;
