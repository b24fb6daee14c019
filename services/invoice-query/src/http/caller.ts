import { type Principal } from '@repasse/chassis/auth/principal';
import { type ApiRequest } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';

/** Every operation here needs a token, so a request without a principal is a mistake in the wiring. */
export const callerOf = ({ principal, operationId }: Pick<ApiRequest, 'principal' | 'operationId'>): Principal => {
  if (principal === undefined) throw new Error(`${operationId} was called without a principal.`);
  return principal;
};

/** Staff may see the rows of all users. */
export const isStaff = ({ profile }: Principal): boolean => profile !== 'CUSTOMER';

/** The user whose rows are read: the caller; for staff the user they name, or undefined for all. */
export const userAskedFor = (
  request: Pick<ApiRequest, 'principal' | 'operationId'>,
  userId: number | undefined,
): number | undefined => {
  const caller = callerOf(request);
  if (isStaff(caller)) return userId;
  if (userId === undefined) return caller.userId;
  const detail = 'Only ADMIN and OPERATOR may name a user with user_id.';
  throw new ProblemError({ status: 403, code: 'auth.profile_missing', detail });
};
