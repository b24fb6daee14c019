import { toIso } from '@repasse/chassis/clock';
import { type Due, type DueRows, type Lease } from '@repasse/chassis/waiting/due-rows';
import { startDueWork } from '@repasse/chassis/waiting/due-work';
import { type DuePoll } from '@repasse/chassis/waiting/poll-due';
import { knownOf } from '../domain/payment';
import { dueAgain } from '../domain/due-time';
import { type DueStream } from '../../store/due-streams';
import { type PaymentDeps } from './payment-deps';
import { reconcilePayment } from './reconcile-payment';

interface ReconcilerOptions extends PaymentDeps {
  readonly due: DueRows<DueStream>;
  readonly backstopMs?: number | undefined;
}

/** Few enough to leave the provider's capacity to payers, whose requests use the same connections. */
const paymentsAtOnceMax = 8;

/**
 * Asks providers about due payments: makes offers that a crash or a missing answer cut off, finds money whose callback
 * never came, cancels what is to be canceled, completes refunds, and expires unpaid payments. Any number may run.
 */
export const startReconciler = (o: ReconcilerOptions): DuePoll => {
  const overdue = o.metrics.gauge('repasse_reconciler_overdue_seconds', 'How long the longest waiting payment is due.');
  const reconciler = startDueWork({
    name: 'reconciler',
    ...{ clock: o.clock, log: o.log, backstopMs: o.backstopMs },
    atOnceMax: paymentsAtOnceMax,
    claim: async (asked) => {
      const claimed = await o.due.claim(asked);
      overdue.set(overdueSeconds(claimed, asked.now));
      return claimed;
    },
    work: (payment) => reconcile(o, payment),
  });
  o.payments.onDue(reconciler.expect);
  return reconciler;
};

const overdueSeconds = ({ rows: [longest] }: Due<Lease>, now: string): number =>
  longest === undefined ? 0 : (Date.parse(now) - Date.parse(longest.dueSince)) / 1_000;

const reconcile = async (o: ReconcilerOptions, payment: DueStream & Lease): Promise<string | null> => {
  const state = knownOf(payment.id, await o.payments.load(payment.id));
  await reconcilePayment(o, state);
  const dueAt = dueAgain(state, { now: toIso(o.clock.now()), askedCount: payment.tries });
  // Takes effect only if nothing was recorded: a recorded event has set its own time.
  return (await o.due.putOff(payment, dueAt)) ? dueAt : null;
};
