import { type Tx } from '@repasse/chassis/postgres/database';

export interface KeyHolder {
  readonly chargeId: string;
  readonly attemptId: string | null;
}

/** The charge and attempt of the merchant's first use of the key. */
export const findKeyHolder = async (db: Tx, userId: number, attemptKey: string): Promise<KeyHolder | undefined> => {
  const [row] = await db.query<KeyHolder>(
    'select charge_id as "chargeId", attempt_id as "attemptId" from attempt_keys where user_id = $1 and attempt_key = $2',
    [userId, attemptKey],
  );
  return row;
};
