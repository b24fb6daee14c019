import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type EndedAttempt } from '../store/attempts';

export type DeliveryMetrics = { readonly observe: (attempt: EndedAttempt) => void };

const outcomes = { DELIVERED: 'delivered', FAILED: 'failed', EXHAUSTED: 'exhausted' } as const;

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
      const outcome = outcomes[decision.result];
      attempts.inc({ outcome, trigger: record.trigger });
      duration.observe({ outcome }, record.durationMs / 1_000);
      if (decision.result !== 'DELIVERED' || record.trigger !== 'AUTOMATIC') return;
      age.observe((Date.parse(endedAt) - Date.parse(delivery.created_at)) / 1_000);
    },
  };
};
