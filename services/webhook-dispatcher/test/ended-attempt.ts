import { soleOutboxRow } from '@repasse/chassis/outbox/outbox';
import { afterAttempt, type AttemptOutcome, type DeliveryProgress, type Trigger } from '../src/domain/delivery';
import { attemptEvent } from '../src/public/public-events';
import { type AttemptRecord, type EndedAttempt } from '../src/store/attempts';
import { type LeasedDelivery } from '../src/store/leases';

const accepted: AttemptOutcome = { type: 'answered', status: 204, body: '', retryAfterMs: null };

export const leasedDelivery = (id: string, receiver = 'a.example'): LeasedDelivery => ({
  delivery_id: `del_${id}`,
  webhook_id: `msg_${id}`,
  user_id: 7,
  endpoint_id: null,
  charge_id: `ch_${id}`,
  event_type: 'charge.paid',
  url: `https://${receiver}/hook`,
  receiver,
  attempts: 0,
  attempts_in_round: 0,
  has_slow_retries: false,
  created_at: '2026-01-01T00:00:00.000Z',
  body: '{}',
  lease_token: 1,
  leaseEndsAtMs: performance.now() + 30_000,
});

/** What came of a try that the receiver accepted. */
export const endedAttempt = (delivery: LeasedDelivery, trigger: Trigger = 'AUTOMATIC'): EndedAttempt => {
  const now = '2026-01-01T00:00:10.000Z';
  const { attempts, attempts_in_round: attemptsInRound } = delivery;
  const progress: DeliveryProgress = { status: 'PENDING', attempts, attemptsInRound, nextAttemptAt: null };
  const decision = afterAttempt(progress, {
    ...{ outcome: accepted, trigger, now, random: 0.5 },
    policy: { stopsWhenGone: false, hasSlowRetries: false },
  });
  const record: AttemptRecord = {
    trigger,
    startedAt: now,
    durationMs: 3,
    responseStatus: 204,
    responseBody: '',
    failure: null,
  };
  const told = attemptEvent(withSoundIds(delivery), decision, record, now);
  const row = soleOutboxRow({ id: `evt_${delivery.delivery_id}`, ...told });
  const own = { deliveryId: delivery.delivery_id, webhookId: delivery.webhook_id, chargeId: delivery.charge_id };
  const event = { ...row, aggregateid: delivery.delivery_id, payload: { ...row.payload, ...own } };
  return { delivery, decision, record, endedAt: now, event };
};

/** The ids of these tests are short and speak; those of an event have a form. */
const withSoundIds = (delivery: LeasedDelivery): LeasedDelivery => {
  const ulid = '01KAJ2FB3N5P7Q9R1S3T5V7W9X';
  return { ...delivery, delivery_id: `del_${ulid}`, webhook_id: `msg_${ulid}`, charge_id: `ch_${ulid}` };
};
