import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { payoutDueAgain } from '../domain/payout-due-time';
import { type DuePayout, type DuePayouts } from '../store/due-payouts';
import { type PayOut } from './pay-out';
import { type Poll, startPoll } from './poll';

export interface PayoutReconcilerOptions {
  readonly due: DuePayouts;
  readonly payOut: PayOut;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs: number;
}

export const payoutPollIntervalMsDefault = 1_000;
/** All steps of a payout take less, each 8 s at most; a payout whose worker died is taken up again after this. */
const leaseMs = 40_000;
/** Few enough that the provider keeps its breath for payers, who are served by the same connections. */
const payoutsAtOnceMax = 4;

/** Carries payouts out when their time has come, and sees them through. Any number of processes may run one. */
export const startPayoutReconciler = (o: PayoutReconcilerOptions): Poll => {
  const waiting = o.metrics.gauge('repasse_payouts_waiting_seconds', 'How long the longest waiting payout is silent.');
  return startPoll({
    name: 'payout reconciler',
    intervalMs: o.pollIntervalMs,
    log: o.log,
    look: async () => {
      const now = toIso(o.clock.now());
      waiting.set(await o.due.waitingSeconds(now));
      const taken = await o.due.take({ now, leaseMs, limit: payoutsAtOnceMax });
      await Promise.all(taken.map((due) => payOutSafely(o, due)));
      return taken.length === payoutsAtOnceMax;
    },
  });
};

/** One payout that cannot be dealt with must not hold up the others; its lease ends and it comes again. */
const payOutSafely = async (o: PayoutReconcilerOptions, due: DuePayout): Promise<void> => {
  try {
    await o.payOut(due.withdrawalId);
    // Takes effect only if nothing was recorded: a recorded event has set its own time.
    const { askedCount } = due;
    await o.due.putBack(due, payoutDueAgain({ now: toIso(o.clock.now()), askedCount }));
  } catch (fault) {
    o.log.error({ err: fault, withdrawalId: due.withdrawalId }, 'payout not carried out');
  }
};
