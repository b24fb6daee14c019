import { isStaff } from '@repasse/chassis/auth/caller';
import { type Principal } from '@repasse/chassis/auth/principal';
import { ProblemError } from '@repasse/chassis/http/problem';

/** The user whose books are read: the caller, or for staff `user_id`. */
export const userAskedFor = (caller: Principal, userId: number | undefined): number => {
  if (userId === undefined || userId === caller.userId) return caller.userId;
  if (isStaff(caller)) return userId;
  throw new ProblemError({
    status: 403,
    code: 'auth.profile_missing',
    detail: 'Only ADMIN and OPERATOR may name another user with user_id.',
  });
};
