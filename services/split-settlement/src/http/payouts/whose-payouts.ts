import { ProblemError } from '@repasse/chassis/http/problem';
import { type Principal } from '@repasse/chassis/auth/principal';
import { type Tx } from '@repasse/chassis/postgres/database';
import { managerOf } from '../../store/payouts/schedules';
import { isStaff } from '../caller';

/** Whose payouts are read: the caller's own, those of a seller the caller manages, or for staff those of `user_id`. */
export const readableUser = async (tx: Tx, caller: Principal, userId: number | undefined): Promise<number> => {
  if (userId === undefined || userId === caller.userId || isStaff(caller)) return userId ?? caller.userId;
  if ((await managerOf(tx, userId)) === caller.userId) return userId;
  throw notYourSeller(userId);
};

/** Whose payouts are changed: staff may look only. */
export const writableUser = async (tx: Tx, caller: Principal, userId: number | undefined): Promise<number> => {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if ((await managerOf(tx, userId)) === caller.userId) return userId;
  throw notYourSeller(userId);
};

/** Whether there is such a user stays unsaid. */
const notYourSeller = (userId: number): ProblemError =>
  new ProblemError({
    status: 403,
    code: 'withdrawal.not_the_manager',
    detail: `You do not look after a seller with the number ${userId}.`,
  });
