import { stateMachine, validateEvent } from '@repasse/contracts';
import { afterAttempt, type AttemptOutcome, type DeliveryStatus, type Trigger } from '../src/domain/delivery';
import { attemptEvent } from '../src/public/public-events';
import { type AttemptRecord } from '../src/store/attempts';
import { type DueDelivery } from '../src/store/leases';

const now = '2026-01-01T00:00:00.000Z';
const outcomes: readonly AttemptOutcome[] = [
  { type: 'answered', status: 200, body: '', retryAfterMs: null },
  { type: 'answered', status: 500, body: '', retryAfterMs: null },
  { type: 'failed', failure: 'ECONNREFUSED' },
];

/** Who may try a delivery in each state: the schedule only while it is pending, a person always. */
const tries: readonly { from: DeliveryStatus; trigger: Trigger; attemptsInRound: number }[] = [
  { from: 'PENDING', trigger: 'AUTOMATIC', attemptsInRound: 0 },
  { from: 'PENDING', trigger: 'AUTOMATIC', attemptsInRound: 3 },
  { from: 'PENDING', trigger: 'MANUAL', attemptsInRound: 2 },
  { from: 'DELIVERED', trigger: 'MANUAL', attemptsInRound: 1 },
  { from: 'EXHAUSTED', trigger: 'MANUAL', attemptsInRound: 4 },
];

const delivery: DueDelivery = {
  delivery_id: 'del_01KAJ2FB3N5P7Q9R1S3T5V7W9X',
  webhook_id: 'msg_01KAJ2FB3N5P7Q9R1S3T5V7W9X',
  user_id: 7,
  endpoint_id: null,
  charge_id: 'ch_01KAJ2FB3N5P7Q9R1S3T5V7W9X',
  event_type: 'charge.paid',
  url: 'https://merchant.example/hook',
  receiver: 'merchant.example',
  body: '{}',
  attempts: 1,
  attempts_in_round: 1,
  has_slow_retries: false,
  created_at: now,
};

const policy = { stopsWhenGone: true, hasSlowRetries: false };

const record: AttemptRecord = {
  trigger: 'AUTOMATIC',
  startedAt: now,
  durationMs: 3,
  responseStatus: null,
  responseBody: null,
  failure: 'ECONNREFUSED',
};

describe('a delivery’s moves and events', () => {
  const moves = tries.flatMap((step) => outcomes.map((outcome) => ({ ...step, outcome })));

  it.each(moves)(
    'from $from by a $trigger try with $outcome: a transition of the contract, with a valid event',
    ({ from, trigger, attemptsInRound, outcome }) => {
      const decision = afterAttempt(
        { status: from, attempts: attemptsInRound, attemptsInRound, nextAttemptAt: null },
        { outcome, policy, trigger, now, random: 0.5 },
      );
      const event = attemptEvent(delivery, decision, record, now);

      const allowed = stateMachine('delivery').transitions.filter(
        (transition) => transition.from === from && transition.to === decision.status,
      );
      const by = {
        'repasse.webhook.delivered.v1': 'WebhookDelivered',
        'repasse.webhook.attempt_failed.v1': 'WebhookAttemptFailed',
        'repasse.webhook.exhausted.v1': 'WebhookExhausted',
      };
      expect(allowed.map(({ by: name }) => name)).toContain(by[event.type as keyof typeof by]);
      expect(validateEvent(event.type, event.data)).toEqual([]);
    },
  );

  it.each([
    { responseStatus: 999, failure: 'The receiver answered 999.' },
    { responseStatus: 600, failure: 'The receiver answered 600.' },
    { responseStatus: 0, failure: 'The receiver answered 0.' },
    { durationMs: 3_600_000 },
    { failure: 'no '.repeat(1_000) },
  ])('become an event that every reader takes, whatever was answered: %j', (odd) => {
    const outcome = { type: 'failed', failure: 'no' } as const;
    const decision = afterAttempt(
      { status: 'PENDING', attempts: 0, attemptsInRound: 0, nextAttemptAt: null },
      { outcome, policy, trigger: 'AUTOMATIC', now, random: 0.5 },
    );
    const event = attemptEvent(delivery, decision, { ...record, ...odd }, now);

    expect(validateEvent(event.type, event.data)).toEqual([]);
  });
});
