import { isStaff } from '../auth/caller';
import { type Principal } from '../auth/principal';
import { ProblemError } from './problem';

/** Whose data is read: the caller's, or for staff that of the user they name by `user_id`. */
export const userAskedFor = (caller: Principal, userId: number | undefined): number => {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if (isStaff(caller)) return userId;
  throw new ProblemError({
    status: 403,
    code: 'auth.profile_missing',
    detail: 'Only ADMIN and OPERATOR may name another user with user_id.',
  });
};
