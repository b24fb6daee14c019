import { actorOf } from '@repasse/chassis/auth/caller';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Recipient } from '../recipients/recipient';
import { type StepBy } from '../recipients/table';

/** The terms of a merchant's contract for paying its recipients. */
export interface PayoutTerms {
  readonly userId: number;
  readonly mayPayOthers: boolean;
  readonly setByUserId: number | null;
  readonly setByClientId: string | null;
  readonly setAt: string | null;
}

/** Of a user for whom none were set: nothing is allowed. */
const noTerms = { mayPayOthers: false, setByUserId: null, setByClientId: null, setAt: null };

export const findTerms = async (tx: Tx, userId: number): Promise<PayoutTerms> => {
  const [newest] = await tx.query<PayoutTerms>(
    `select user_id as "userId", may_pay_others as "mayPayOthers", by_user_id as "setByUserId",
       by_client_id as "setByClientId", set_at as "setAt"
     from payout_terms where user_id = $1 order by terms_id desc limit 1`,
    [userId],
  );
  return newest ?? { userId, ...noTerms };
};

export const addTerms = async (
  tx: Tx,
  userId: number,
  mayPayOthers: boolean,
  by: StepBy,
  setAt: string,
): Promise<PayoutTerms> => {
  await tx.query(
    'insert into payout_terms (user_id, may_pay_others, by_user_id, by_client_id, set_at) values ($1, $2, $3, $4, $5)',
    [userId, mayPayOthers, by.userId, actorOf(by), setAt],
  );
  return { userId, mayPayOthers, setByUserId: by.userId, setByClientId: actorOf(by), setAt };
};

/**
 * The terms of whoever manages a recipient stay as they are until the transaction ends. Called before the recipient is
 * locked, because setting terms locks in this order, too. Of recipients who look after themselves that lock is enough.
 */
export const holdTerms = async (tx: Tx, recipientId: number): Promise<void> => {
  await tx.query('select from users where id = (select manager_user_id from recipients where user_id = $1) for share', [
    recipientId,
  ]);
};

/** Whether a recipient may be paid at what is somebody else's: by the terms of whoever looks after them. */
export const mayPayOthers = async (
  tx: Tx,
  { userId, managerUserId }: Pick<Recipient, 'userId' | 'managerUserId'>,
): Promise<boolean> => (await findTerms(tx, managerUserId ?? userId)).mayPayOthers;
