import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type DueRows } from '@repasse/chassis/waiting/due-rows';
import { startDueWork } from '@repasse/chassis/waiting/due-work';
import { type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { payoutDueAgain } from '../domain/payout-due-time';
import { type DuePayout } from '../store/due-payouts';
import { type PayoutStore } from '../store/payout-store';
import { type PayOut } from './pay-out';

export interface PayoutReconcilerOptions {
  readonly payouts: PayoutStore;
  readonly due: DueRows<DuePayout>;
  readonly payOut: PayOut;
  readonly clock: Clock;
  readonly log: Logger;
  readonly backstopMs?: number | undefined;
}

/** Few enough that the provider keeps its breath for payers, who are served by the same connections. */
const payoutsAtOnceMax = 4;

/** Carries payouts out when their time has come, and sees them through. Any number of processes may run one. */
export const startPayoutReconciler = (o: PayoutReconcilerOptions): DuePoll => {
  const reconciler = startDueWork({
    name: 'payout reconciler',
    ...{ clock: o.clock, log: o.log, backstopMs: o.backstopMs },
    atOnceMax: payoutsAtOnceMax,
    claim: o.due.claim,
    work: async (payout) => {
      await o.payOut(payout.withdrawalId);
      const dueAt = payoutDueAgain({ now: toIso(o.clock.now()), askedCount: payout.tries });
      // Takes effect only if nothing was recorded: a recorded event has set its own time.
      return (await o.due.putOff(payout, dueAt)) ? dueAt : null;
    },
  });
  o.payouts.onDue(reconciler.expect);
  return reconciler;
};
