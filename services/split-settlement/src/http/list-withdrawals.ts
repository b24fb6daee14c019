import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Rail } from '../domain/rails';
import {
  listWithdrawals as readPage,
  type WithdrawalFilter,
  type WithdrawalPosition,
  type WithdrawalStatus,
} from '../store/withdrawals';
import { callerOf, userAskedFor } from './caller';
import { withdrawalView } from './withdrawal-view';

interface WithdrawalsQuery {
  readonly user_id?: number;
  readonly status?: Uppercase<WithdrawalStatus>;
  readonly rail?: Rail;
  readonly cursor?: string;
  readonly limit: number;
}

/** GET /withdrawals: the caller's own, newest first; staff may name another user. */
export const listWithdrawals = (db: Database): Operation<unknown, WithdrawalsQuery> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const found = await readPage(db, filterOf(request), cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, withdrawalView) };
  },
});

const filterOf = (request: ApiRequest<unknown, WithdrawalsQuery>): WithdrawalFilter => {
  const { user_id, status, rail } = request.query;
  return {
    userId: userAskedFor(callerOf(request), user_id),
    status: status === undefined ? undefined : (status.toLowerCase() as WithdrawalStatus),
    rail,
  };
};

const cursors = cursorList(
  momentCursor<WithdrawalPosition>({
    idForm: /^wd_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ createdAt, withdrawalId }) => [createdAt, withdrawalId],
    read: (createdAt, withdrawalId) => ({ createdAt, withdrawalId }),
  }),
);
