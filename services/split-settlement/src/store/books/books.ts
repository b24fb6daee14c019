import { type Ids } from '@repasse/chassis/ids';
import { identified, outboxRows, type Announcement, type PublicEvent } from '@repasse/chassis/outbox/outbox';
import { type Tx } from '@repasse/chassis/postgres/database';
import { openAccounts, type Accounts } from './accounts';
import { openCoinPayments, type CoinPayments } from './coin-payments';
import { openHeldShares, type NewHeldShares } from './held-shares';
import { writeEntries, type Entries } from './entries';
import { needsOf, type Needs } from './needs';
import { readBooks, type BooksRead, type Lock } from './read-books';
import { openReleases, type Releases } from './releases';
import { openReversals, type Reversals } from './reversals';
import { openSettlements, type Settlements } from './settlements';
import { openSurpluses, type Surpluses } from './surpluses';
import { openWithdrawals, type Withdrawals } from './withdrawals';

/**
 * The part of the books that a batch, a request or a release touches. It is read at once, under the ledger's lock; what is
 * decided changes it in memory, so that the next decision sees it; and what was added is written at once.
 */
export interface Books {
  readonly accounts: Accounts;
  readonly settlements: Settlements;
  readonly releases: Releases;
  readonly reversals: Reversals;
  readonly surpluses: Surpluses;
  readonly coinPayments: CoinPayments;
  readonly withdrawals: Withdrawals;
  readonly heldShares: NewHeldShares;
  /** Tells other services, with the commit. */
  readonly publish: (announcements: readonly Announcement[]) => void;
  readonly write: () => Promise<void>;
}

/** Waits for the ledger's lock and holds it to the commit. One statement here, and one to write; one more where shares wait. */
export const openBooks = async (tx: Tx, needs: readonly Needs[], ids: Ids): Promise<Books> => {
  const subledgers = await readSubledgers(tx, 'locked', needs, ids);
  const heldShares = openHeldShares();
  const published: PublicEvent[] = [];
  return {
    ...subledgers,
    heldShares,
    publish: (announcements) =>
      void published.push(...announcements.map((announcement) => identified(announcement, ids))),
    write: async () => {
      await writeEntries(tx, { ...entriesOf(Object.values(subledgers)), new_events: outboxRows(published) });
      await heldShares.write(tx);
    },
  };
};

/** The same to look at only: no booking waits for it, and the transaction cannot write. */
export const peekBooks = async (
  tx: Tx,
  needs: readonly Needs[],
  ids: Ids,
): Promise<Omit<Books, 'heldShares' | 'publish' | 'write'>> => {
  await tx.query('set transaction isolation level repeatable read, read only');
  return readSubledgers(tx, 'unlocked', needs, ids);
};

const readSubledgers = async (tx: Tx, lock: Lock, needs: readonly Needs[], ids: Ids) => {
  const needed = needsOf(needs);
  const read = await readBooks(tx, lock, needed);
  return {
    accounts: openAccounts(read, [...needed.users, ...usersIn(read)], ids),
    settlements: openSettlements(read.settledPayments, read.settlements),
    releases: openReleases(read.releases),
    reversals: openReversals(read.reversals, read.disputes),
    surpluses: openSurpluses(read.surpluses),
    coinPayments: openCoinPayments(read),
    withdrawals: openWithdrawals(read.withdrawals),
  };
};

/** Whose balances were read beside those asked for. */
const usersIn = ({ settlements, disputes, withdrawals }: BooksRead): number[] => [
  ...[...settlements.flatMap(({ parties }) => parties), ...disputes.flatMap(({ held }) => held), ...withdrawals].map(
    ({ userId }) => userId,
  ),
  ...withdrawals.flatMap(({ feeUserId }) => feeUserId ?? []),
];

const entriesOf = (subledgers: readonly { readonly entries: () => Entries }[]): Entries =>
  Object.assign({}, ...subledgers.map((subledger) => subledger.entries())) as Entries;
