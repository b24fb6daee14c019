import { type Principal } from '@repasse/chassis/auth/principal';
import { type ApiRequest } from '@repasse/chassis/http/app';

/** Every operation here needs a token, so a request without a principal is a mistake in the wiring. */
export const callerOf = ({ principal, operationId }: Pick<ApiRequest, 'principal' | 'operationId'>): Principal => {
  if (principal === undefined) throw new Error(`${operationId} was called without a principal.`);
  return principal;
};

/** Staff may look at what belongs to anybody. */
export const isStaff = ({ profile }: Principal): boolean => profile !== 'CUSTOMER';
