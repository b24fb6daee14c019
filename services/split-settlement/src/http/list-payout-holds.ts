import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { listHolds, type HoldPosition } from '../store/payout-holds';
import { userSeenBy } from './user-seen';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { holdView } from './wire/hold-view';

interface HoldsQuery {
  readonly user_id?: number;
  readonly open?: boolean;
  readonly cursor?: string;
  readonly limit: number;
}

/** GET /payout-holds: the caller's own, those of a seller whom the caller manages, or for staff anybody's. Newest first. */
export const listPayoutHolds = (db: Database, clock: Clock): Operation<unknown, HoldsQuery> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const caller = callerOf(request);
    const { user_id, open: isOpen = false, limit, cursor } = request.query;
    const userId = user_id === undefined && isStaff(caller) ? undefined : await userSeenBy(db, caller, user_id);
    const filter = { userId, isOpen, now: toIso(clock.now()) };
    const found = await listHolds(db, filter, cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, (hold) => holdView(hold, isStaff(caller))) };
  },
});

const cursors = cursorList(
  momentCursor<HoldPosition>({
    idForm: /^hold_[0-9A-HJKMNP-TV-Z]{26}$/,
    write: ({ createdAt, holdId }) => [createdAt, holdId],
    read: (createdAt, holdId) => ({ createdAt, holdId }),
  }),
);
