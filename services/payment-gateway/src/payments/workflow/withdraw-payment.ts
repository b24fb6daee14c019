import { toIso } from '@repasse/chassis/clock';
import { assertNever } from '@repasse/chassis/decider';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type KnownPayment } from '../domain/payment';
import { type CancelOutcome } from '../../providers/provider';
import { type PaymentDeps } from './payment-deps';
import { refOf } from './payment-ref';
import { type ProviderFacts, recordProviderFacts } from './record-provider-facts';
import { lookAtPayment } from './refresh-payment';

/**
 * Asks a provider to cancel a payment, and records the answer. A payer who was faster has paid: that money is recorded,
 * and the charge decides how it is handled.
 */
export const withdrawPayment = async (o: PaymentDeps, state: KnownPayment): Promise<void> => {
  const { paymentId, provider } = state.facts;
  const outcome = await o.providers.named(provider).cancel(refOf(state));
  cancellationsTotal(o.metrics).inc({ provider, outcome: outcome.outcome });
  const record = (facts: ProviderFacts) => recordProviderFacts(o, paymentId, facts, 'cancellation');
  switch (outcome.outcome) {
    case 'canceled':
    case 'missing': {
      const data = { isMissing: outcome.outcome === 'missing', now: toIso(o.clock.now()) };
      await record({ before: [{ type: 'ConfirmCancellation', data }] });
      return;
    }
    case 'received':
      await record({ receipts: outcome.receipts });
      return;
    // It may have been paid, or be about to be: its state there says more than the refusal.
    case 'refused':
      o.log.warn({ paymentId, detail: outcome.detail }, 'payment not taken back');
      await lookAtPayment(o, state, 'cancellation');
      return;
    case 'silent':
      o.log.warn({ paymentId, detail: outcome.detail }, 'provider keeps silent about a cancellation');
      return;
    default:
      assertNever(outcome);
  }
};

export const cancellationOutcomes: readonly CancelOutcome['outcome'][] = [
  'canceled',
  'received',
  'missing',
  'refused',
  'silent',
];

export const cancellationsTotal = (metrics: Metrics) =>
  metrics.counter('repasse_payment_cancellations_total', 'Cancellations asked of providers.', ['provider', 'outcome']);
