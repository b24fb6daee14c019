import { callerOf, isStaff } from '../../auth/caller';
import { cursorList, momentCursor } from '../../http/cursor-list';
import { type ApiRequest, type Operation, type Operations } from '../../http/operation';
import { ProblemError } from '../../http/problem';
import { type Database } from '../../postgres/database';
import { pascalOf } from '../../service/internal/pascal-name';
import { listRequests, type KeyRequest, type RequestPosition } from './table';

interface Query {
  readonly user_id?: number;
  readonly clientId?: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly status?: number;
  readonly isRefused?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
}

/** GET /requests/<service>: what the user's API keys asked of it. */
export const requestReads = (service: string, db: Database): Operations => {
  const list: Operation<unknown, Query> = {
    check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
    handle: async (request) => {
      const { user_id, cursor, limit, ...filter } = request.query;
      const userId = readableUserIdOf(request, user_id);
      const found = await listRequests(db, { ...filter, userId }, cursors.after(cursor), limit + 1);
      return { status: 200, body: cursors.pageOf(found, limit, viewOf) };
    },
  };
  return { [`list${pascalOf(service)}Requests`]: list };
};

/** The caller's, or for staff those of the user they name. */
const readableUserIdOf = (request: Pick<ApiRequest, 'principal'>, named: number | undefined): number => {
  const caller = callerOf(request);
  if (named === undefined || named === caller.userId) return caller.userId;
  if (isStaff(caller)) return named;
  throw new ProblemError({
    status: 403,
    code: 'auth.profile_missing',
    detail: 'Only ADMIN and OPERATOR may name another user with user_id.',
  });
};

const viewOf = ({ userId: _, ...request }: KeyRequest) => request;

const cursors = cursorList(
  momentCursor<RequestPosition>({
    idForm: /^req_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ answeredAt, id }) => [answeredAt, id],
    read: (answeredAt, id) => ({ answeredAt, id }),
  }),
);
