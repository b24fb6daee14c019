import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { type ApiRequest } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';

/** The user whose rows are read: the caller; for staff the user they name, or undefined for all. */
export const userAskedFor = (
  request: Pick<ApiRequest, 'principal'>,
  userId: number | undefined,
): number | undefined => {
  const caller = callerOf(request);
  if (isStaff(caller)) return userId;
  if (userId === undefined) return caller.userId;
  const detail = 'Only ADMIN and OPERATOR may name a user with user_id.';
  throw new ProblemError({ status: 403, code: 'auth.profile_missing', detail });
};
