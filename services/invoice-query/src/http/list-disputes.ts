import { type ApiRequest, type Operation } from '@repasse/chassis/http/app';
import { type Clock, toIso } from '@repasse/chassis/clock';
import { cursorList, type CursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { type operations } from '@repasse/contracts/generated/http/invoice-query';
import { lastMoment } from '@repasse/values/moment';
import {
  listDisputes as readPage,
  type DisputeFilter,
  type DisputeOrder,
  type DisputePosition,
} from '../store/list-disputes';
import { userAskedFor } from './caller';
import { disputeView } from './dispute-view';

type Query = NonNullable<operations['listDisputes']['parameters']['query']>;

/**
 * GET /disputes: the caller's own, newest or most urgent first; staff see everybody's, or those of the user they name.
 */
export const listDisputes = (db: Database, clock: Clock): Operation<unknown, Query> => ({
  check: ({ query: { cursor, orderBy } }, faulty) => cursorsBy(orderBy).faultsOf(cursor, faulty),
  handle: async (request) => {
    const { limit = 10, cursor, orderBy = 'OPENED_AT' } = request.query;
    const cursors = cursorsBy(orderBy);
    const filter = filterOf(request, toIso(clock.now()));
    const found = await readPage(db, { filter, orderBy, after: cursors.after(cursor), limit: limit + 1 });
    return { status: 200, body: cursors.pageOf(found, limit, disputeView) };
  },
});

const filterOf = (request: ApiRequest<unknown, Query>, now: string): DisputeFilter => {
  const { status, isAwaitingAnswer, chargeId, from, to, user_id } = request.query;
  return { userId: userAskedFor(request, user_id), status, isAwaitingAnswer, chargeId, from, to, now };
};

/** A cursor of one order names it, so that the other does not take it for its own. */
const cursorsBy = (orderBy: DisputeOrder = 'OPENED_AT'): CursorList<DisputePosition> =>
  orderBy === 'OPENED_AT' ? byOpening : byDueTime;

const idForm = /^dsp_[0-9A-HJKMNP-TV-Z]{26}$/;

const byOpening = cursorList(
  momentCursor<DisputePosition>({
    idForm,
    write: ({ openedAt, disputeId }) => [openedAt, disputeId],
    read: (openedAt, disputeId) => ({ openedAt, disputeId, respondBy: null }),
  }),
);

const dueForm = momentCursor<DisputePosition>({
  idForm,
  // Without a time they stand at the end, where no moment is.
  write: ({ respondBy, disputeId }) => [respondBy ?? lastMoment, disputeId],
  read: (respondBy, disputeId) => ({ respondBy, disputeId, openedAt: '' }),
});

const duePrefix = 'due ';

const byDueTime = cursorList<DisputePosition>({
  write: (position) => duePrefix + dueForm.write(position),
  read: (text) => (text.startsWith(duePrefix) ? dueForm.read(text.slice(duePrefix.length)) : undefined),
});
