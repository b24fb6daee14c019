import { type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { listRefunds, refundStatuses, type RefundPosition } from '../store/reads/refunds-by-merchant';
import { readerOfList } from './caller';
import { wordFaults, wordsOf } from './checks/word-list';
import { listedRefundBody } from './wire/refund-body';

type Query = NonNullable<operations['listRefundsOfMerchant']['parameters']['query']>;

/** GET /refunds: of all charges of the caller, or for staff of the user they name or of everybody; newest first. */
export const listRefundsOfMerchant = (db: Tx): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => [
    ...cursors.faultsOf(query.cursor, faulty),
    ...wordFaults('status', query.status, { allowed: refundStatuses, faulty }),
  ],
  handle: async (request) => {
    const { user_id, status, limit = 10, cursor, purpose, chargeId, from, to } = request.query;
    const filter = {
      reader: readerOfList(request, user_id),
      statuses: wordsOf<(typeof refundStatuses)[number]>(status),
      ...{ purpose, chargeId, from, to },
    };
    const found = await listRefunds(db, filter, cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, listedRefundBody) };
  },
});

const cursors = cursorList(
  momentCursor<RefundPosition>({
    idForm: /^re_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ created_at, refund_id }) => [created_at, refund_id],
    read: (created_at, refund_id) => ({ created_at, refund_id }),
  }),
);
