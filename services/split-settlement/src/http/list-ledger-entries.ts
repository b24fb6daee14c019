import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { csvOf, type CsvLocale } from '@repasse/values/csv';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { type PostingKind, type TransactionKind } from '../domain/ledger';
import { type StatementEntry } from '../domain/statement';
import { listEntries, type EntryFilter, type EntryPosition } from '../store/list-entries';
import { createEntryDetails } from '../store/read-entry-details';
import { callerOf } from '@repasse/chassis/auth/caller';
import { userAskedFor } from '@repasse/chassis/http/user-asked-for';
import { csvStyleOf } from './wire/csv-style';
import { entryReason } from './wire/entry-reason';
import { accountKindOf, entryColumns, entryRowsOf, entryView, type AccountName } from './wire/entry-view';

interface EntriesQuery {
  readonly user_id?: number;
  readonly chargeId?: string;
  readonly from?: string;
  readonly to?: string;
  readonly account?: AccountName;
  readonly kind?: PostingKind;
  readonly transactionKind?: TransactionKind;
  readonly cursor?: string;
  readonly limit: number;
  readonly format?: 'json' | 'csv';
  readonly locale?: CsvLocale;
}

/** GET /ledger/entries: a page of the caller's entries, newest first, as JSON or CSV. Staff may name another user. */
export const listLedgerEntries = (db: Database): Operation<unknown, EntriesQuery> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const found = await listEntries(db.until(request.signal), filterOf(request), cursors.after(cursor), limit + 1);
    if (!wantsCsv(request)) return { status: 200, body: cursors.pageOf(found, limit, listedEntry) };
    const { data: entries, pagination } = cursors.pageOf(found, limit, (entry) => entry);
    const style = csvStyleOf(request);
    const detailsOf = createEntryDetails(db, filterOf(request).userId);
    const csv = csvOf(entryColumns, await entryRowsOf(entries, detailsOf), style);
    return csvResponse('entries', csv, pagination.nextCursor);
  },
});

const filterOf = (request: ApiRequest<unknown, EntriesQuery>): EntryFilter => {
  const { user_id, chargeId, from, to, account, kind, transactionKind } = request.query;
  const userId = userAskedFor(callerOf(request), user_id);
  return { userId, chargeId, from, to, account: accountKindOf(account), kind, transactionKind };
};

const cursors = cursorList(
  momentCursor<EntryPosition>({
    idForm: /^\d{1,16}$/,
    write: ({ bookedAt, entryId }) => [bookedAt, String(entryId)],
    read: (bookedAt, id) => ({ bookedAt, entryId: Number(id) }),
  }),
);

/** Statements are kept byte for byte and have no reasons. */
const listedEntry = (entry: StatementEntry) => ({ ...entryView(entry), reason: entryReason(entry) });
