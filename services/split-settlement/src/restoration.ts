import { toIso } from '@repasse/chassis/clock';
import { type Restoration, type RestoreContext } from '@repasse/chassis/restore/restoration';
import { type Config } from './config';
import { catchUp, skipEntryNumbers } from './consume/catch-up';
import { decidedTypes, restoreWithdrawals } from './store/restore-withdrawals';
import { releaseDue } from './store/release-due';

/** As many as the service releases at a time. */
const releasesAtOnceMax = 500;

/**
 * How the ledger comes back after a restore. It books what it consumes, so the events of charges and payments are consumed
 * again and give the same bookings; their announcements take the positions that they had, and consumers skip them as
 * repeats. Only a withdrawal was asked for here: it is booked from its own event, once the money it took is there again.
 */
export const ledgerRestoration: Restoration<Config> = {
  service: 'split-settlement',
  topics: ['settlement.events.v1', 'withdrawal.events.v1'],
  isMadeAgain: ({ type }) => !decidedTypes.some((decided) => decided === type),
  // Withdrawals need what was consumed before them: see finish.
  rebuild: () => Promise.resolve([]),
  finish: async (context: RestoreContext<Config>) => {
    await skipEntryNumbers(context);
    await catchUp(context);
    await releaseAllDue(context);
    return restoreWithdrawals(context);
  },
  numbers: [],
  neverRestored: [
    'Idempotency keys: a repeat of a request for a withdrawal from that time is a second withdrawal. Look for the first with GET /withdrawals.',
    'Reservations of refunds under way: their money can be withdrawn until the refund is booked, and is a debt then.',
    'Payout policies and holds, and schedules of payouts: those set since the backup are set again, by whoever set them.',
    'Ids of transactions and numbers of entries: what is booked again gets new ones, behind all that were given.',
    'Kept reports of days that closed meanwhile: they are made anew, with the days on which it is booked again.',
  ],
};

const releaseAllDue = async ({ db, ids, clock }: RestoreContext<Config>): Promise<void> => {
  const now = toIso(clock.now());
  while ((await releaseDue(db, ids, now, releasesAtOnceMax)) === releasesAtOnceMax);
};
