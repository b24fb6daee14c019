import { type Principal } from '@repasse/chassis/auth/principal';
import { type ApiRequest } from '@repasse/chassis/http/operation';

/** The caller. Every operation here needs a token, so one without a principal is a mistake in the code. */
export const principalOf = ({ principal }: Pick<ApiRequest, 'principal'>): Principal => {
  if (principal === undefined) throw new Error('An operation of the webhook dispatcher was reached without a token.');
  return principal;
};

/** The merchant who asks. */
export const ownerOf = (request: Pick<ApiRequest, 'principal'>): number => principalOf(request).userId;
