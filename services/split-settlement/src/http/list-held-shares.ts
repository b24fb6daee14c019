import { type Operation } from '@repasse/chassis/http/app';
import { callerOf, isStaff } from '@repasse/chassis/auth/caller';
import { cursorList, momentCursor } from '@repasse/chassis/http/cursor-list';
import { type Database } from '@repasse/chassis/postgres/database';
import { formatMinor } from '@repasse/values/money';
import {
  listHeldShares as readPage,
  type HeldSharePosition,
  type HeldShareStatus,
  type ListedHeldShare,
} from '../store/held-shares/list';
import { userSeenBy } from './user-seen';

interface HeldSharesQuery {
  readonly user_id?: number;
  readonly charge_id?: string;
  readonly status?: 'held' | 'claimed' | 'returned';
  readonly cursor?: string;
  readonly limit: number;
}

/**
 * GET /held-shares: what the caller holds for recipients whom nobody knew, or has claimed as one; of a seller whom the caller
 * manages, or for staff anybody's. Newest first.
 */
export const listHeldShares = (db: Database): Operation<unknown, HeldSharesQuery> => ({
  check: ({ query }, faulty) => cursors.faultsOf(query.cursor, faulty),
  handle: async (request) => {
    const caller = callerOf(request);
    const { user_id, charge_id: chargeId, status, limit, cursor } = request.query;
    const userId = user_id === undefined && isStaff(caller) ? undefined : await userSeenBy(db, caller, user_id);
    const filter = { userId, chargeId, status: status?.toUpperCase() as HeldShareStatus | undefined };
    const found = await readPage(db.until(request.signal), filter, cursors.after(cursor), limit + 1);
    return { status: 200, body: cursors.pageOf(found, limit, heldShareView) };
  },
});

const cursors = cursorList(
  momentCursor<HeldSharePosition>({
    idForm: /^hs_[0-9A-HJKMNP-TV-Z]{26}_\d{1,3}$/,
    write: ({ createdAt, heldShareId }) => [createdAt, heldShareId],
    read: (createdAt, heldShareId) => ({ createdAt, heldShareId }),
  }),
);

const heldShareView = (share: ListedHeldShare): object => ({
  id: share.heldShareId,
  chargeId: share.chargeId,
  userId: share.ownerUserId,
  status: share.status,
  amount: formatMinor(share.amountMinor),
  left: formatMinor(share.leftMinor),
  currency: share.currency,
  returnAt: share.returnAt,
  claimedBy: share.claimedBy,
  claimedAmount: formatMinor(share.claimedMinor),
  claimedAt: share.claimedAt,
  returnedAmount: formatMinor(share.returnedMinor),
  returnedAt: share.returnedAt,
  createdAt: share.createdAt,
});
