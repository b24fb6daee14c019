import { type ApiRequest } from '@repasse/chassis/http/app';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type ReportOwner } from '../../store/reports/day-reports';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';

export interface BooksQuery {
  readonly user_id?: number;
  readonly books: 'USER' | 'PLATFORM';
}

/** Whose books are asked for: a user's, or for staff the platform's. */
export const ownerAskedFor = (request: ApiRequest<unknown, BooksQuery>): ReportOwner => {
  const caller = callerOf(request);
  const { books, user_id } = request.query;
  if (books === 'USER') return userAskedFor(caller, user_id);
  if (isStaff(caller)) return null;
  throw new ProblemError({
    status: 403,
    code: 'auth.profile_missing',
    detail: 'Only ADMIN and OPERATOR may read the books of the platform.',
  });
};
