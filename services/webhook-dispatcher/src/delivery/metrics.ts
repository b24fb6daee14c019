import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type DeliveryStatus, type Trigger } from '../domain/delivery';

export type DeliveryMetrics = {
  readonly observe: (status: DeliveryStatus, trigger: Trigger, durationMs: number, ageMs: number) => void;
};

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
    observe: (status, trigger, durationMs, ageMs) => {
      const outcome = outcomes[status];
      attempts.inc({ outcome, trigger });
      duration.observe({ outcome }, durationMs / 1_000);
      if (status === 'DELIVERED' && trigger === 'AUTOMATIC') age.observe(ageMs / 1_000);
    },
  };
};
