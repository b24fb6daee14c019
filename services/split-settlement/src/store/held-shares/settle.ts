import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { readDue, selectDue, type Due } from '@repasse/chassis/waiting/due-rows';
import { claimShare, decideHeldShare, releasesOfClaim, returnShare, type HeldShare } from '../../domain/held-share';
import { isDue, releaseFunds } from '../../domain/release';
import { claimedEvent, returnedEvent } from '../../public/held-shares';
import { fundsReleasedEvents } from '../../public/settlements';
import { openBooks, type Books } from '../books/books';

interface Waiting {
  readonly heldShareId: string;
}

interface DueShare extends HeldShare {
  readonly leftMinor: number;
  /** The verified user who has the address, and has no other share of the charge. */
  readonly claimant: number | null;
  readonly reversals: number;
}

/** A share that can be ended, at least in part; the first, if there are any. Takes no lock. */
export const findDueHeldShare = (db: Tx, now: string): Promise<Due<Waiting>> =>
  readDue<Waiting>(db, findSql, [now, 1], 'heldShareId');

/** Ends what can be ended, at most `limit`, and answers how many there were. Any number may run at once. */
export const settleHeldShares = (db: Database, ids: Ids, now: string, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    // Under the ledger's lock, so that it is still so when it is booked.
    const [, shares] = await Promise.all([tx.query('select lock_ledger()'), tx.query<DueShare>(dueSql, [now, limit])]);
    if (shares.length === 0) return 0;
    const books = await openBooks(tx, [needsOf(shares)], ids);
    const ended = shares.map((share) => settle(share, { books, ids, now }));
    await books.write();
    await tx.query(updateSql, [JSON.stringify(ended)]);
    return shares.length;
  });

const needsOf = (shares: readonly DueShare[]) => ({
  users: shares.flatMap(({ ownerUserId, claimant }) => (claimant === null ? [ownerUserId] : [ownerUserId, claimant])),
  // Nothing more goes back: what did so far is asked for.
  reversed: shares.map(({ chargeId }) => ({ chargeId, amountMinor: 0 })),
});

interface Settling {
  readonly books: Books;
  readonly ids: Ids;
  readonly now: string;
}

const settle = (share: DueShare, o: Settling): object => {
  const settlement = o.books.settlements.ofCharge(share.chargeId);
  const parties = settlement?.settlementId === share.settlementId ? settlement.parties : [];
  // Those that are disputed are not selected.
  const { claimMinor, returnMinor } = decideHeldShare({ ...share, parties, isDisputed: false }, o.now);
  if (share.claimant !== null && claimMinor > 0) claim(share, { userId: share.claimant, amountMinor: claimMinor }, o);
  if (returnMinor > 0) giveBack(share, returnMinor, o);
  return {
    held_share_id: share.heldShareId,
    claimed_by: claimMinor > 0 ? share.claimant : null,
    claimed_minor: claimMinor,
    returned_minor: returnMinor,
    reversals_seen: share.reversals,
    now: o.now,
  };
};

const claim = (
  share: DueShare,
  claimed: { readonly userId: number; readonly amountMinor: number },
  { books, ids, now }: Settling,
): void => {
  const { chargeId, settlementId } = share;
  books.accounts.post(claimShare(share, claimed, { transactionId: `txn_${ids.ulid()}`, occurredAt: now }), now);
  const releases = releasesOfClaim(share, claimed);
  const due = releases.filter((release) => isDue(release, now));
  const transactionId = `txn_${ids.ulid()}`;
  if (due.length > 0)
    books.accounts.post(releaseFunds({ transactionId, chargeId, settlementId, releases: due, now }), now);
  books.releases.plan(
    releases.map((release) => ({ ...release, transactionId: due.includes(release) ? transactionId : null })),
  );
  books.publish([claimedEvent(share, claimed, now), ...fundsReleasedEvents(chargeId, due, now)]);
};

const giveBack = (share: DueShare, amountMinor: number, { books, ids, now }: Settling): void => {
  const ending = { transactionId: `txn_${ids.ulid()}`, occurredAt: now };
  books.accounts.post(returnShare(share, amountMinor, ending), now);
  books.publish([returnedEvent(share, amountMinor, now)]);
};

/** Shares whose time is over, whose recipient is known and verified by now, or of whose charge a part went back. */
const dueRows = `
  from held_shares h
  left join known_users k using (email_hash)
  left join payees p on p.user_id = k.user_id and p.verification = 'VERIFIED'
    -- Whoever has another share of the charge has theirs.
    and not exists (select from settlement_shares s where s.settlement_id = h.settlement_id and s.user_id = p.user_id)
    and not exists (select from held_shares o where o.settlement_id = h.settlement_id and o.claimed_by = p.user_id)
  cross join lateral (
    select count(*) filter (where r.kind = 'REFUND' or d.dispute_id is not null)::integer as ended,
           count(*) filter (where r.kind = 'DISPUTE' and d.dispute_id is null) as undecided
    from reversals r left join dispute_decisions d on d.dispute_id = r.reversal_id
    where r.charge_id = h.charge_id
  ) x
  where h.left_minor > 0 and x.undecided = 0
    and (h.return_at <= $1 or p.user_id is not null or x.ended > h.reversals_seen)
  order by h.created_at, h.held_share_id
  limit $2`;

const findSql = selectDue({
  rows: `(select h.held_share_id as "heldShareId" ${dueRows})`,
  next: 'select min(return_at) from held_shares where left_minor > 0 and return_at > $1',
});

const dueSql = `
  select h.held_share_id as "heldShareId", h.settlement_id as "settlementId", h.charge_id as "chargeId",
         h.owner_user_id as "ownerUserId", h.email_hash as "emailHash", h.currency, h.amount_minor as "amountMinor",
         to_json(h.due_at) as "dueAt", h.return_at as "returnAt", h.left_minor as "leftMinor", p.user_id as claimant,
         x.ended as reversals ${dueRows}`;

const updateSql = `
  update held_shares h
  set left_minor = h.left_minor - e.claimed_minor - e.returned_minor, claimed_by = coalesce(e.claimed_by, h.claimed_by),
      claimed_minor = h.claimed_minor + e.claimed_minor,
      claimed_at = case when e.claimed_by is null then h.claimed_at else e.now end,
      returned_minor = h.returned_minor + e.returned_minor,
      returned_at = case when e.returned_minor = 0 then h.returned_at else e.now end, reversals_seen = e.reversals_seen
  from json_to_recordset($1) as e(
    held_share_id text, claimed_by bigint, claimed_minor bigint, returned_minor bigint, reversals_seen integer,
    now timestamptz)
  where h.held_share_id = e.held_share_id`;
