import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { pollDue, type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { findDueSchedule } from '../store/payouts/due-schedules';
import { runSchedules, type RunOptions } from '../store/payouts/run-schedules';
import { type CountWithdrawal } from './withdrawal-metrics';

/** The most schedules in one database transaction: bookings wait for it some tenths of a second where the machine is busy. */
const setMax = 100;

export interface PayoutWorkerOptions extends RunOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly count: CountWithdrawal;
  readonly onBooked: () => void;
}

/** Pays out by schedule: each set of users is decided and booked as a whole, and one run after another. */
export const startPayoutWorker = ({ clock, log, count, onBooked, ...run }: PayoutWorkerOptions): DuePoll =>
  pollDue({
    name: 'scheduled payouts',
    clock,
    log,
    look: async () => {
      const now = toIso(clock.now());
      const { rows, nextDueAt } = await findDueSchedule(run.db, now);
      const [due] = rows;
      if (due === undefined) return { isMore: false, nextDueAt };
      const { decided, made } = await runSchedules(run, due.runAt, now, setMax);
      for (let counted = 0; counted < made; counted += 1) count('requested');
      if (made > 0) onBooked();
      log.info({ runAt: due.runAt, decided, made }, 'schedules run');
      // Nothing was free: another process works on the rest of this run.
      return { isMore: decided > 0, nextDueAt };
    },
  });
