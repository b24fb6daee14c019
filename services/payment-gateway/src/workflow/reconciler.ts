import { toIso } from '@repasse/chassis/clock';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { dueAgain } from '../domain/due-time';
import { type DuePayment, type DuePayments } from '../store/due-payments';
import { type Poll, startPoll } from './poll';
import { type ReconcileDeps, reconcilePayment } from './reconcile-payment';

export interface ReconcilerOptions extends ReconcileDeps {
  readonly due: DuePayments;
  readonly metrics: Metrics;
  readonly pollIntervalMs: number;
}

export const reconcilerPollIntervalMsDefault = 1_000;
/** Asking once takes 8 s at most; a payment whose asker died is taken up again after this. */
const leaseMs = 30_000;
/** Few enough that the provider keeps its breath for payers, who are served by the same connections. */
const paymentsAtOnceMax = 8;

/**
 * Asks providers about payments whose time has come: offers that a crash or silence cut off are made, money whose
 * callback never came is found, what is to be taken back is, refunds are seen through, and what nobody paid expires. Any number of processes may run one.
 */
export const startReconciler = (o: ReconcilerOptions): Poll => {
  const overdue = o.metrics.gauge('repasse_reconciler_overdue_seconds', 'How long the longest waiting payment is due.');
  const waiting = o.metrics.gauge('repasse_refunds_waiting_seconds', 'How long the longest waiting refund is silent.');
  return startPoll({
    name: 'reconciler',
    intervalMs: o.pollIntervalMs,
    log: o.log,
    look: async () => {
      const now = toIso(o.clock.now());
      overdue.set(await o.due.overdueSeconds(now));
      waiting.set(await o.due.refundWaitingSeconds(now));
      const taken = await o.due.take({ now, leaseMs, limit: paymentsAtOnceMax });
      await Promise.all(taken.map((due) => reconcileSafely(o, due)));
      return taken.length === paymentsAtOnceMax;
    },
  });
};

/** One payment that cannot be dealt with must not hold up the others; its lease ends and it comes again. */
const reconcileSafely = async (o: ReconcilerOptions, due: DuePayment): Promise<void> => {
  try {
    await reconcile(o, due);
  } catch (fault) {
    o.log.error({ err: fault, paymentId: due.paymentId }, 'payment not reconciled');
  }
};

const reconcile = async (o: ReconcilerOptions, due: DuePayment): Promise<void> => {
  const state = await o.payments.load(due.paymentId);
  if (state.status === 'absent') throw new Error('A payment is listed as due and has no events.');
  await reconcilePayment(o, state);
  // Takes effect only if nothing was recorded: a recorded event has set its own time.
  const { askedCount } = due;
  await o.due.putBack(due, dueAgain(state, { now: toIso(o.clock.now()), askedCount }));
};
