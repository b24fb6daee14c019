import { type Principal } from '@repasse/chassis/auth/principal';
import { type ApiRequest } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';

/** Every operation here needs a token, so a request without a principal is a mistake in the wiring. */
export const callerOf = ({ principal, operationId }: Pick<ApiRequest, 'principal' | 'operationId'>): Principal => {
  if (principal === undefined) throw new Error(`${operationId} was called without a principal.`);
  return principal;
};

/** Staff may see the books of all users. */
export const isStaff = ({ profile }: Principal): boolean => profile !== 'CUSTOMER';

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
