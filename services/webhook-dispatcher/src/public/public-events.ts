import { type EventData } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type DeliveryDecision } from '../domain/delivery';
import { type AttemptRecord } from '../store/attempts';
import { type DueDelivery } from '../store/leases';

type WebhookEvent =
  | 'repasse.webhook.delivered.v1'
  | 'repasse.webhook.attempt_failed.v1'
  | 'repasse.webhook.exhausted.v1';

/** Delivered, failed, or failed for the last time of the schedule. */
const typeOf = ({ result }: DeliveryDecision): WebhookEvent => {
  switch (result) {
    case 'DELIVERED':
      return 'repasse.webhook.delivered.v1';
    case 'FAILED':
      return 'repasse.webhook.attempt_failed.v1';
    case 'EXHAUSTED':
      return 'repasse.webhook.exhausted.v1';
    default:
      return assertNever(result);
  }
};

/** As the contract has them: a receiver may answer anything, and a process may have been stopped while it sent. */
const durationMsMax = 600_000;
const failureCharactersMax = 500;

/** Some receivers answer 999 or 000, which HTTP does not know; the delivery log has the number. */
const knownStatus = (status: number | null): number | null =>
  status !== null && status >= 100 && status <= 599 ? status : null;

/** The URL and the receiver's answer stay in the delivery log: both may hold private data. */
export const attemptEvent = (
  delivery: DueDelivery,
  decision: DeliveryDecision,
  attempt: AttemptRecord,
  now: string,
): Announcement => {
  const data: EventData[WebhookEvent] = {
    deliveryId: delivery.delivery_id,
    webhookId: delivery.webhook_id,
    userId: delivery.user_id,
    chargeId: delivery.charge_id,
    eventType: delivery.event_type,
    attemptNumber: decision.attempts,
    trigger: attempt.trigger,
    responseStatus: knownStatus(attempt.responseStatus),
    failure: attempt.failure === null ? null : Array.from(attempt.failure).slice(0, failureCharactersMax).join(''),
    durationMs: Math.min(attempt.durationMs, durationMsMax),
    nextAttemptAt: decision.nextAttemptAt,
    occurredAt: now,
  };
  return { type: typeOf(decision), key: delivery.delivery_id, time: now, data };
};
