import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
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
  check: ({ query }, faulty) => (faulty.has('cursor') ? [] : cursorFaults(query.cursor)),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    // One more than asked for tells whether there is a next page.
    const found = await readPage(db, filterOf(request), readCursor(cursor), limit + 1);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last) : null;
    return { status: 200, body: { data: page.map(withdrawalView), pagination: { limit, nextCursor } } };
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

const writeCursor = ({ createdAt, withdrawalId }: WithdrawalPosition): string =>
  Buffer.from(`${createdAt} ${withdrawalId}`).toString('base64url');

/** Undefined for no cursor, and for a text that is none of ours. */
const readCursor = (cursor: string | undefined): WithdrawalPosition | undefined => {
  const text = Buffer.from(cursor ?? '', 'base64url').toString();
  const match = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (wd_[0-9A-HJKMNP-TV-Z]{26})$/.exec(text);
  const [, createdAt, withdrawalId] = match ?? [];
  if (createdAt === undefined || withdrawalId === undefined || Number.isNaN(Date.parse(createdAt))) return undefined;
  return { createdAt, withdrawalId };
};

const cursorFaults = (cursor: string | undefined): Fault[] =>
  cursor === undefined || readCursor(cursor) !== undefined
    ? []
    : [{ field: 'cursor', message: 'is not a nextCursor of this list' }];
