import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { cursorList } from '@repasse/chassis/http/cursor-list';
import { momentOf } from '@repasse/chassis/moment';
import { type Database } from '@repasse/chassis/postgres/database';
import {
  listWithdrawals as readPage,
  type WithdrawalFilter,
  type WithdrawalPosition,
  type WithdrawalStatus,
} from '../store/withdrawals';
import { callerOf, userAskedFor } from './caller';
import { withdrawalView } from './withdrawal-view';

type WithdrawalsQuery = {
  readonly user_id?: number;
  readonly status?: Uppercase<WithdrawalStatus>;
  readonly cursor?: string;
  readonly limit: number;
};

/** GET /withdrawals: the caller's own, newest first; staff may name another user. */
export const listWithdrawals = (db: Database): Operation<unknown, WithdrawalsQuery> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const found = await readPage(db, filterOf(request), cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, withdrawalView) };
  },
});

const statuses = { PENDING: 'pending', PAID: 'paid', FAILED: 'failed' } as const;

const filterOf = (request: ApiRequest<unknown, WithdrawalsQuery>): WithdrawalFilter => {
  const { user_id, status } = request.query;
  return {
    userId: userAskedFor(callerOf(request), user_id),
    status: status === undefined ? undefined : statuses[status],
  };
};

const cursors = cursorList<WithdrawalPosition>({
  write: ({ createdAt, withdrawalId }) => `${createdAt} ${withdrawalId}`,
  read: (text) => {
    const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (wd_[0-9A-HJKMNP-TV-Z]{26})$/.exec(text);
    const [, createdAt, withdrawalId] = match ?? [];
    if (createdAt === undefined || withdrawalId === undefined || momentOf(createdAt) === undefined) return undefined;
    return { createdAt, withdrawalId };
  },
});
