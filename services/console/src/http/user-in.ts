import { type Request } from 'express';
import { invalidRequest, ProblemError } from '@repasse/chassis/http/problem';
import { userNumberOf } from './user-number';

/** In the address of a file that a link leads to, which can have no header. */
export const userParameter = 'repasse-user';

/** The user in the header or the address; nobody means the person's first. */
export const userIn = ({ headers, query }: Request): number | undefined => {
  const given = headers['repasse-user'] ?? query[userParameter];
  if (given === undefined) return undefined;
  const userId = userNumberOf(given);
  if (userId !== undefined) return userId;
  throw new ProblemError(invalidRequest([{ field: 'Repasse-User', message: 'must be the number of a user.' }]));
};
