import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/invoice-query';
import { listDisputes as readPage, type DisputeFilter, type DisputePosition } from '../store/list-disputes';
import { userAskedFor } from './caller';
import { disputeView } from './dispute-view';

type Query = NonNullable<operations['listDisputes']['parameters']['query']>;

/** GET /disputes: the caller's own, newest first; staff see everybody's, or those of the user they name. */
export const listDisputes = (db: Database): Operation<unknown, Query> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const { limit = 10, cursor } = request.query;
    const found = await readPage(db, filterOf(request), cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, disputeView) };
  },
});

const filterOf = (request: ApiRequest<unknown, Query>): DisputeFilter => {
  const { status, chargeId, from, to, user_id } = request.query;
  return { userId: userAskedFor(request, user_id), status, chargeId, from, to };
};

const cursors = cursorList(
  momentCursor<DisputePosition>({
    idForm: /^dsp_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ openedAt, disputeId }) => [openedAt, disputeId],
    read: (openedAt, disputeId) => ({ openedAt, disputeId }),
  }),
);
