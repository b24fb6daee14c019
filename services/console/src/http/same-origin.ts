import { type RequestHandler } from 'express';
import { ProblemError } from '@repasse/chassis/http/problem';

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whatever changes something has to come from a page of ours (ASVS 5.0, 3.5.1): browsers say so themselves in
 * Sec-Fetch-Site, older ones in Origin. A request that says neither comes from no browser, which has no cookie of anybody's.
 */
export const sameOrigin = (publicUrl: string): RequestHandler => {
  const own = new URL(publicUrl).origin;
  return ({ method, headers }, _response, next) => {
    const site = headers['sec-fetch-site'];
    const isOurs = site === undefined ? headers.origin === own : site === 'same-origin';
    if (!isOurs && !readingMethods.has(method)) throw foreign();
    next();
  };
};

const foreign = (): ProblemError =>
  new ProblemError({
    status: 403,
    code: 'console.foreign_origin',
    detail: 'The request comes from another site. Nothing was done.',
  });
