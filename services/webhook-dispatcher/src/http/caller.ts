import { type ApiRequest } from '@repasse/chassis/http/operation';

/** The merchant who asks. Every operation here needs a token, so one without a principal is a mistake in the code. */
export const ownerOf = (request: Pick<ApiRequest, 'principal'>): number => {
  if (request.principal === undefined)
    throw new Error('An operation of the webhook dispatcher was reached without a token.');
  return request.principal.userId;
};
