import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Logger } from '@repasse/chassis/log/logger';
import { enqueue } from '@repasse/chassis/outbox/outbox';
import { type Database } from '@repasse/chassis/postgres/database';
import {
  afterAttempt,
  isDelivered,
  type AttemptOutcome,
  type DeliveryDecision,
  type Trigger,
} from '../domain/delivery';
import { attemptEvent } from '../kafka/public-events';
import { recordAttempt, type AttemptRecord, type ClaimedDelivery } from '../store/deliveries';
import { type SigningSecrets } from '../store/signing-secrets';
import { type DeliveryMetrics } from './metrics';
import { type Send } from './send';
import { signatureHeaders } from './sign';

export type AttemptDeps = {
  readonly db: Database;
  readonly send: Send;
  readonly secrets: SigningSecrets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
  readonly log: Logger;
  readonly metrics: DeliveryMetrics;
  /** Tells the relay that an event waits. */
  readonly onCommitted: () => void;
};

/**
 * Sends a claimed delivery once and keeps what came of it. A crash between the answer and the commit sends it again
 * under the same webhook-id, so the receiver can tell.
 */
export const attemptDelivery = async (
  delivery: ClaimedDelivery,
  trigger: Trigger,
  deps: AttemptDeps,
): Promise<DeliveryDecision> => {
  const startedAt = deps.clock.now();
  const outcome = await sendSigned(delivery, deps, startedAt);
  const endedAt = deps.clock.now();
  const now = endedAt.toISOString();
  const decision = afterAttempt(
    { attempts: delivery.attempts, attemptsInRound: delivery.attempts_in_round },
    { outcome, trigger, now, random: deps.random() },
  );
  const record = recordOf(outcome, trigger, startedAt, endedAt);
  await keep(delivery, decision, record, now, deps);
  deps.metrics.observe(
    decision.status,
    trigger,
    record.durationMs,
    endedAt.getTime() - Date.parse(delivery.created_at),
  );
  const level = isDelivered(outcome) ? 'info' : 'warn';
  deps.log[level](
    {
      deliveryId: delivery.delivery_id,
      chargeId: delivery.charge_id,
      attempt: decision.attempts,
      status: decision.status,
      responseStatus: record.responseStatus,
      failure: record.failure,
      durationMs: record.durationMs,
    },
    'webhook attempt',
  );
  return decision;
};

const sendSigned = async (
  delivery: ClaimedDelivery,
  { secrets, send }: AttemptDeps,
  now: Date,
): Promise<AttemptOutcome> => {
  const valid = await secrets.validFor(delivery.user_id, now);
  const message = { id: delivery.webhook_id, body: delivery.body };
  const headers = signatureHeaders(
    message,
    valid.map(({ secret }) => secret),
    now,
  );
  return send({ url: delivery.url, body: delivery.body, headers });
};

const recordOf = (outcome: AttemptOutcome, trigger: Trigger, startedAt: Date, endedAt: Date): AttemptRecord => {
  const common = {
    trigger,
    startedAt: startedAt.toISOString(),
    durationMs: Math.max(0, endedAt.getTime() - startedAt.getTime()),
  };
  if (outcome.type === 'failed')
    return { ...common, responseStatus: null, responseBody: null, failure: outcome.failure };
  const failure = isDelivered(outcome) ? null : `The receiver answered ${outcome.status}.`;
  return { ...common, responseStatus: outcome.status, responseBody: outcome.body, failure };
};

const keep = async (
  delivery: ClaimedDelivery,
  decision: DeliveryDecision,
  record: AttemptRecord,
  now: string,
  deps: AttemptDeps,
): Promise<void> => {
  const isKept = await deps.db.transaction(async (tx) => {
    if (!(await recordAttempt(tx, delivery, decision, record, now))) return false;
    await enqueue(tx, [attemptEvent(delivery, decision, record, { id: `evt_${deps.ids.ulid()}`, now })]);
    return true;
  });
  if (isKept) deps.onCommitted();
  else
    deps.log.warn({ deliveryId: delivery.delivery_id }, 'the claim of a delivery ran out before its attempt was kept');
};
