import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type EndedAttempt } from '../store/attempts';

export type DeliveryMetrics = { readonly observe: (attempt: EndedAttempt) => void };

/** `PENDING` after a try means that it failed and another will follow. */
const outcomes = { DELIVERED: 'delivered', PENDING: 'failed', EXHAUSTED: 'exhausted' } as const;

export const createDeliveryMetrics = (metrics: Metrics): DeliveryMetrics => {
  const attempts = metrics.counter('repasse_webhook_attempts_total', 'Webhook attempts by outcome.', [
    'outcome',
    'trigger',
  ]);
  const duration = metrics.histogram('repasse_webhook_attempt_duration_seconds', 'How long receivers take to answer.', [
    'outcome',
  ]);
  const age = metrics.histogram(
    'repasse_webhook_delivery_delay_seconds',
    'From the plan of a delivery to its arrival.',
  );
  return {
    observe: ({ delivery, decision, record, endedAt }) => {
      const outcome = outcomes[decision.status];
      attempts.inc({ outcome, trigger: record.trigger });
      duration.observe({ outcome }, record.durationMs / 1_000);
      if (decision.status !== 'DELIVERED' || record.trigger !== 'AUTOMATIC') return;
      age.observe((Date.parse(endedAt) - Date.parse(delivery.created_at)) / 1_000);
    },
  };
};
