import { type ApiRequest, type ApiResponse } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';

/** A second factor is its user's own: nobody proves themself by another's. */
export const callerOf = ({ principal }: Pick<ApiRequest, 'principal'>): number => {
  if (principal === undefined) throw new Error('An operation that asks for a token was called without one.');
  return principal.userId;
};

export const secondFactorNotFound = (): ApiResponse =>
  problem({ status: 404, code: 'second_factor.not_found', detail: 'There is no second factor.' });
