import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { triggers } from '../domain/delivery';
import { type AttemptRecord, type EndedAttempt } from '../store/attempts';

export interface DeliveryMetrics {
  readonly observe: (attempt: EndedAttempt) => void;
}

/** The objective is thirty seconds; the later ones tell a slow hour from payments that only the reconciler found. */
const sincePaidBucketsSeconds = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900, 3_600];

const outcomes = { DELIVERED: 'delivered', FAILED: 'failed', EXHAUSTED: 'exhausted' } as const;

export const createDeliveryMetrics = (metrics: Metrics): DeliveryMetrics => {
  const attempts = metrics.counter('repasse_webhook_attempts_total', 'Webhook attempts by outcome.', [
    'outcome',
    'trigger',
  ]);
  bornAtZero(attempts, { outcome: Object.values(outcomes), trigger: triggers });
  const duration = metrics.histogram('repasse_webhook_attempt_duration_seconds', 'How long receivers take to answer.', [
    'outcome',
  ]);
  const age = metrics.histogram(
    'repasse_webhook_delivery_delay_seconds',
    'From the plan of a delivery to its arrival.',
  );
  const sincePaid = metrics.tracedHistogram(
    'repasse_paid_to_webhook_seconds',
    'From the time of a payment, by its provider, to the first try of its webhook.',
    [],
    sincePaidBucketsSeconds,
  );
  return {
    observe: ({ delivery, decision, record, endedAt }) => {
      const outcome = outcomes[decision.result];
      attempts.inc({ outcome, trigger: record.trigger });
      duration.observe({ outcome }, record.durationMs / 1_000);
      if (isFirstOfPaid(delivery, record)) sincePaid.observe({}, secondsSincePaid(delivery, record));
      if (decision.result !== 'DELIVERED' || record.trigger !== 'AUTOMATIC') return;
      age.observe((Date.parse(endedAt) - Date.parse(delivery.created_at)) / 1_000);
    },
  };
};

type Delivery = EndedAttempt['delivery'];

/** Later tries wait for the receiver, which is no delay of ours. */
const isFirstOfPaid = (delivery: Delivery, { trigger }: AttemptRecord): boolean =>
  delivery.event_type === 'charge.paid' && trigger === 'AUTOMATIC' && delivery.attempts === 0;

/** The message of a paid charge carries the provider's time, which may be a little ahead of ours. */
const secondsSincePaid = ({ body }: Delivery, { startedAt }: AttemptRecord): number => {
  const { timestamp } = JSON.parse(body) as { readonly timestamp: string };
  return Math.max(0, Date.parse(startedAt) - Date.parse(timestamp)) / 1_000;
};
