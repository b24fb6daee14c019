import { isRejection } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { readDue, selectDue, type Due } from '@repasse/chassis/waiting/due-rows';
import { withdrawal } from '../domain/withdrawal';
import { bookWithdrawal } from './book-withdrawal';
import { openBooks } from './books/books';
import { stateOf } from './withdrawals';

interface Waiting {
  readonly withdrawalId: string;
}

/** Withdrawals that nobody released in time, the longest first. Takes no lock: most of the time there are none. */
export const findExpired = (db: Tx, now: string, limit: number): Promise<Due<Waiting>> =>
  readDue<Waiting>(db, findSql, [now, limit], 'withdrawalId');

const findSql = selectDue({
  rows: `(select withdrawal_id as "withdrawalId" from withdrawals
          where status = 'awaiting_release' and release_until <= $1 order by release_until limit $2)`,
  next: `select min(release_until) from withdrawals where status = 'awaiting_release' and release_until > $1`,
});

/** Cancels them: their money is available again. Returns how many were still waiting under the ledger's lock. */
export const expireWaiting = (db: Database, ids: Ids, found: readonly Waiting[], now: string): Promise<number> =>
  db.transaction(async (tx) => {
    const withdrawalIds = found.map(({ withdrawalId }) => withdrawalId);
    const books = await openBooks(tx, [{ withdrawalIds }], ids);
    let expired = 0;
    for (const withdrawalId of withdrawalIds) {
      const state = stateOf(books.withdrawals.find(withdrawalId));
      const decision = withdrawal.decide({ type: 'ExpireWithdrawal', data: { now } }, state);
      if (isRejection(decision)) continue;
      for (const event of decision) bookWithdrawal(books, event, { ids, occurredAt: now });
      expired += decision.length;
    }
    await books.write();
    return expired;
  });
