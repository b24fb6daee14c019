import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { type Database } from '@repasse/chassis/postgres/database';
import { csvOf, type CsvLocale } from '@repasse/values/csv';
import { type Rail } from '../../domain/rails';
import { listPayouts as readPage, type PayoutFilter, type PayoutsOf } from '../../store/payouts/list-payouts';
import { type WithdrawalStatus } from '../../store/withdrawals';
import { callerOf } from '@repasse/chassis/auth/caller';
import { csvStyleOf } from '../wire/csv-style';
import { payoutColumns, payoutView } from './payout-view';
import { payoutsSeenBy } from './whose-payouts';
import { withdrawalCursors } from '../wire/withdrawal-cursor';

interface PayoutsQuery {
  readonly user_id?: number;
  readonly status?: Uppercase<WithdrawalStatus>;
  readonly rail?: Rail;
  readonly batch_id?: string;
  readonly from?: string;
  readonly to?: string;
  readonly cursor?: string;
  readonly limit: number;
  readonly format?: 'json' | 'csv';
  readonly locale?: CsvLocale;
}

type Request = ApiRequest<unknown, PayoutsQuery>;

/** GET /payouts: a page of payouts by every rail, newest first, as JSON or CSV. */
export const listPayouts = (db: Database): Operation<unknown, PayoutsQuery> => ({
  check: ({ query }, faulty) => withdrawalCursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const filter = filterOf(request, await payoutsSeenBy(db, callerOf(request), request.query.user_id));
    const found = await readPage(db.until(request.signal), filter, withdrawalCursors.after(cursor), limit + 1);
    if (!wantsCsv(request)) return { status: 200, body: withdrawalCursors.pageOf(found, limit, payoutView) };
    const { data, pagination } = withdrawalCursors.pageOf(found, limit, (payout) => payout);
    return csvResponse('payouts', csvOf(payoutColumns, data, csvStyleOf(request)), pagination.nextCursor);
  },
});

const filterOf = ({ query }: Request, of: PayoutsOf): PayoutFilter => ({
  of,
  status: query.status === undefined ? undefined : (query.status.toLowerCase() as WithdrawalStatus),
  rail: query.rail,
  batchId: query.batch_id,
  from: query.from,
  to: query.to,
});
