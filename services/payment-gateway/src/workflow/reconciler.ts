import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { dueAgain } from '../domain/due-time';
import { type KnownPayment } from '../domain/payment';
import { expiryGraceMs } from '../domain/payment.decide';
import { type Inspection } from '../providers/provider';
import { type ProviderRegistry } from '../providers/registry';
import { type DuePayment, type DuePayments } from '../store/due-payments';
import { type PaymentStore } from '../store/payment-store';
import { offerPayment } from './offer-payment';
import { type Poll, startPoll } from './poll';
import { type Receipts } from './record-receipts';

export interface ReconcilerOptions {
  readonly payments: PaymentStore;
  readonly due: DuePayments;
  readonly providers: ProviderRegistry;
  readonly receipts: Receipts;
  readonly clock: Clock;
  readonly log: Logger;
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
 * callback never came is found, and what nobody paid in time expires. Any number of processes may run one.
 */
export const startReconciler = (o: ReconcilerOptions): Poll => {
  const overdue = o.metrics.gauge('repasse_reconciler_overdue_seconds', 'How long the longest waiting payment is due.');
  return startPoll({
    name: 'reconciler',
    intervalMs: o.pollIntervalMs,
    log: o.log,
    look: async () => {
      const now = toIso(o.clock.now());
      overdue.set(await o.due.overdueSeconds(now));
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

  const isOver = o.clock.now().getTime() >= Date.parse(state.terms.expiresAt) + expiryGraceMs;
  const isOffered = state.status !== 'requested' && state.status !== 'unknown';
  if (isOffered || isOver) {
    await ask(o, state, isOver);
  } else {
    await offerPayment(o, state, { isRepeat: true, payer: await o.payments.payerOf(due.paymentId) });
  }
  // Takes effect only if nothing was recorded: a recorded event has set its own time.
  await o.due.putBack(due, dueAgain({ ...due, now: toIso(o.clock.now()) }));
};

/** Silence decides nothing, not even after the end: an unpaid payment expires when the provider has said so. */
const ask = async (o: ReconcilerOptions, { facts }: KnownPayment, isOver: boolean): Promise<void> => {
  const found = await o.providers.named(facts.provider).inspect(facts);
  if (found.outcome === 'silent') {
    o.log.warn({ paymentId: facts.paymentId, detail: found.detail }, 'provider keeps silent about a payment');
  } else if (hasMoney(found)) {
    await o.receipts.record(facts.paymentId, found, 'reconciler');
  } else if (isOver) {
    await o.payments.run(facts.paymentId, { type: 'ExpirePayment', data: { now: toIso(o.clock.now()) } });
  } else if (found.outcome === 'found' && found.status === 'removed') {
    const data = { reason: 'PROVIDER_ERROR', detail: 'The provider removed it.', now: toIso(o.clock.now()) } as const;
    await o.payments.run(facts.paymentId, { type: 'FailPayment', data });
  }
};

const hasMoney = (found: Inspection): found is Inspection & { outcome: 'found' } =>
  found.outcome === 'found' && found.receipts.length > 0;
