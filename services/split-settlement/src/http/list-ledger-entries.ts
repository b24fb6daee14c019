import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { listEntries, type Entry } from '../store/list-entries';
import { callerOf, userAskedFor } from './caller';
import { readCursor, writeCursor } from './entry-cursor';

type EntriesQuery = {
  readonly user_id?: number;
  readonly chargeId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
};

export const listLedgerEntries = (db: Database): Operation<unknown, EntriesQuery> => ({
  check: ({ query }, faulty) => (faulty.has('cursor') ? [] : cursorFaults(query.cursor)),
  handle: async (request) => {
    const { limit } = request.query;
    // One more than asked for tells whether there is a next page.
    const found = await listEntries(db, filterOf(request), readCursor(request.query.cursor), limit + 1);
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const nextCursor = found.length > limit && last !== undefined ? writeCursor(last) : null;
    return { status: 200, body: { data: page.map(entryView), pagination: { limit, nextCursor } } };
  },
});

const filterOf = (request: ApiRequest<unknown, EntriesQuery>) => {
  const { user_id, chargeId, from, to } = request.query;
  return { userId: userAskedFor(callerOf(request), user_id), chargeId, from, to };
};

const cursorFaults = (cursor: string | undefined): Fault[] =>
  cursor === undefined || readCursor(cursor) !== undefined
    ? []
    : [{ field: 'cursor', message: 'is not a nextCursor of this list' }];

/** The kind of account, as a user sees it: it is always their own. */
const accountNames = {
  user_pending: 'PENDING',
  user_available: 'AVAILABLE',
  user_reserve: 'RESERVE',
  user_debt: 'DEBT',
  dispute_held: 'HELD',
  surplus_held: 'SURPLUS',
  withdrawal_held: 'WITHDRAWING',
} as const;

const entryView = (entry: Entry): object => ({
  id: String(entry.entryId),
  transactionId: entry.transactionId,
  kind: entry.kind,
  account: accountNames[entry.accountKind],
  direction: entry.direction.toUpperCase(),
  amount: formatMinor(entry.amountMinor, exponentOf(entry.currency)),
  currency: entry.currency,
  chargeId: entry.chargeId,
  paymentId: entry.paymentId,
  settlementId: entry.settlementId,
  withdrawalId: entry.withdrawalId,
  occurredAt: entry.occurredAt,
  bookedAt: entry.bookedAt,
});
