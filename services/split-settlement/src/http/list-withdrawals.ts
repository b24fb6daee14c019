import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Rail } from '../domain/rails';
import { listWithdrawals as readPage, type WithdrawalFilter, type WithdrawalStatus } from '../store/withdrawals';
import { callerOf } from '@repasse/chassis/auth/caller';
import { userSeenBy } from './user-seen';
import { withdrawalView } from './withdrawal-view';
import { withdrawalCursors } from './wire/withdrawal-cursor';

interface WithdrawalsQuery {
  readonly user_id?: number;
  readonly status?: Uppercase<WithdrawalStatus>;
  readonly rail?: Rail;
  readonly cursor?: string;
  readonly limit: number;
}

/** GET /withdrawals: the caller's own, or those of a seller whom the caller manages, newest first; staff may name anybody. */
export const listWithdrawals = (db: Database): Operation<unknown, WithdrawalsQuery> => ({
  check: ({ query }, faulty) => withdrawalCursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const filter = await filterOf(db, request);
    const found = await readPage(db, filter, withdrawalCursors.after(cursor), limit + 1);
    return { status: 200, body: withdrawalCursors.pageOf(found, limit, withdrawalView) };
  },
});

const filterOf = async (db: Database, request: ApiRequest<unknown, WithdrawalsQuery>): Promise<WithdrawalFilter> => {
  const { user_id, status, rail } = request.query;
  return {
    userId: await userSeenBy(db, callerOf(request), user_id),
    status: status === undefined ? undefined : (status.toLowerCase() as WithdrawalStatus),
    rail,
  };
};
