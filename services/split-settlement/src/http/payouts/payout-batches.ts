import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { csvResponse, wantsCsv } from '@repasse/chassis/http/csv';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Database } from '@repasse/chassis/postgres/database';
import { csvOf, type CsvLocale } from '@repasse/values/csv';
import {
  findBatch,
  listBatches,
  listBatchLines,
  sumUpBatch,
  type BatchLineSeen,
  type BatchPosition,
  type LinesSeen,
  type PayoutBatch,
} from '../../store/payouts/read-batches';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { csvStyleOf } from '../wire/csv-style';
import { batchLineColumns, batchLineView, batchReportView, batchView } from './batch-views';

interface PageQuery {
  readonly cursor?: string;
  readonly limit: number;
}

type LinesQuery = PageQuery & { readonly format?: 'json' | 'csv'; readonly locale?: CsvLocale };

/** GET /payout-batches: the runs in which the caller, or a seller of theirs, was looked at; of staff all. */
export const listPayoutBatches = (db: Database): Operation<unknown, PageQuery> => ({
  check: ({ query }, faulty) => batches.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const found = await listBatches(db, seenBy(request), batches.after(cursor), limit + 1);
    return { status: 200, body: batches.pageOf(found, limit, batchView) };
  },
});

/** GET /payout-batches/{batchId}: what a run came to, by status and by why users were skipped. */
export const getPayoutBatch = (db: Database): Operation => ({
  handle: async (request) => {
    const batch = await existing(db, request);
    return { status: 200, body: batchReportView(batch, await sumUpBatch(db, batch.batchId, seenBy(request))) };
  },
});

/** GET /payout-batches/{batchId}/lines: what was decided about each user, as JSON or CSV. */
export const listPayoutBatchLines = (db: Database): Operation<unknown, LinesQuery> => ({
  check: ({ query }, faulty) => lines.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit, cursor } = request.query;
    const { batchId } = await existing(db, request);
    const after = lines.after(cursor)?.userId;
    const found = await listBatchLines(db.until(request.signal), batchId, seenBy(request), after, limit + 1);
    if (!wantsCsv(request)) return { status: 200, body: lines.pageOf(found, limit, batchLineView) };
    const { data, pagination } = lines.pageOf(found, limit, (line) => line);
    const csv = csvOf(batchLineColumns, data, csvStyleOf(request));
    return csvResponse(`payout-batch-${batchId}`, csv, pagination.nextCursor);
  },
});

const seenBy = (request: Pick<ApiRequest, 'principal' | 'operationId'>): LinesSeen => {
  const caller = callerOf(request);
  return isStaff(caller) ? 'all' : { callerId: caller.userId };
};

type BatchRequest = Pick<ApiRequest, 'principal' | 'operationId' | 'params'>;

const existing = async (db: Database, request: BatchRequest): Promise<PayoutBatch> => {
  const batchId = request.params['batchId'] ?? '';
  const batch = await findBatch(db, batchId, seenBy(request));
  if (batch !== undefined) return batch;
  throw new ProblemError({
    status: 404,
    code: 'payout_batch.not_found',
    detail: `There is no batch ${batchId} with payouts of yours.`,
  });
};

const batches = cursorList(
  momentCursor<BatchPosition>({
    idForm: /^pb_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ runAt, batchId }) => [runAt, batchId],
    read: (runAt, batchId) => ({ runAt, batchId }),
  }),
);

const lines = cursorList<Pick<BatchLineSeen, 'userId'>>({
  write: ({ userId }) => String(userId),
  read: (text) => (/^[1-9]\d{0,15}$/.test(text) ? { userId: Number(text) } : undefined),
});
