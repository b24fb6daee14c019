import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { readManager } from '../../store/payout-policies';
import { type PayoutsOf } from '../../store/payouts/list-payouts';
import { notTheManager } from '../withdrawal-problems';
import { isStaff } from '@repasse/chassis/auth/caller';

/** Whose payouts are read: the caller's own, those of a seller the caller manages, or for staff those of `user_id`. */
export const readableUser = async (tx: Tx, caller: Principal, userId: number | undefined): Promise<number> => {
  if (userId === undefined || userId === caller.userId || isStaff(caller)) return userId ?? caller.userId;
  if ((await readManager(tx, userId)) === caller.userId) return userId;
  throw notTheManager(userId);
};

/** Without a user: the caller's own and those of the caller's sellers; of staff everybody's. */
export const payoutsSeenBy = async (tx: Tx, caller: Principal, userId: number | undefined): Promise<PayoutsOf> => {
  if (userId !== undefined) return { userId: await readableUser(tx, caller, userId) };
  return isStaff(caller) ? 'all' : { callerId: caller.userId };
};

/** Whose payouts are changed: staff may look only. */
export const writableUser = async (tx: Tx, caller: Principal, userId: number | undefined): Promise<number> => {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if ((await readManager(tx, userId)) === caller.userId) return userId;
  throw notTheManager(userId);
};
