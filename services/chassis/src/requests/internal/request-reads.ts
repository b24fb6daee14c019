import { callerOf } from '../../auth/caller';
import { cursorList, momentCursor } from '../../http/cursor-list';
import { type Operation, type Operations } from '../../http/operation';
import { userAskedFor } from '../../http/user-asked-for';
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
      const userId = userAskedFor(callerOf(request), user_id);
      const found = await listRequests(db, { ...filter, userId }, cursors.after(cursor), limit + 1);
      return { status: 200, body: cursors.pageOf(found, limit, viewOf) };
    },
  };
  return { [`list${pascalOf(service)}Requests`]: list };
};

const viewOf = ({ userId: _, ...request }: KeyRequest) => request;

const cursors = cursorList(
  momentCursor<RequestPosition>({
    idForm: /^req_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ answeredAt, id }) => [answeredAt, id],
    read: (answeredAt, id) => ({ answeredAt, id }),
  }),
);
