import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { cursorList } from '@repasse/chassis/http/cursor-list';
import { momentOf } from '@repasse/chassis/moment';
import { exponentOf, formatMinor } from '@repasse/chassis/money';
import { type Database } from '@repasse/chassis/postgres/database';
import { listEntries, type Entry, type EntryPosition } from '../store/list-entries';
import { callerOf, userAskedFor } from './caller';

type EntriesQuery = {
  readonly user_id?: number;
  readonly chargeId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
};

export const listLedgerEntries = (db: Database): Operation<unknown, EntriesQuery> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const found = await listEntries(db, filterOf(request), cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, entryView) };
  },
});

const filterOf = (request: ApiRequest<unknown, EntriesQuery>) => {
  const { user_id, chargeId, from, to } = request.query;
  return { userId: userAskedFor(callerOf(request), user_id), chargeId, from, to };
};

const cursors = cursorList<EntryPosition>({
  write: ({ bookedAt, entryId }) => `${bookedAt} ${entryId}`,
  read: (text) => {
    const [, bookedAt, entryId] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) (\d{1,16})$/.exec(text) ?? [];
    if (bookedAt === undefined || entryId === undefined || momentOf(bookedAt) === undefined) return undefined;
    return { bookedAt, entryId: Number(entryId) };
  },
});

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
