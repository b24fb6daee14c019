import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { soleOutboxRow } from '@repasse/chassis/outbox/outbox';
import { afterAttempt, isDelivered, type AttemptOutcome, type Trigger } from '../domain/delivery';
import { attemptEvent } from '../public/public-events';
import { type AttemptRecord, type EndedAttempt } from '../store/attempts';
import { type LeasedDelivery } from '../store/leases';
import { type SigningSecrets } from '../store/signing-secrets';
import { type Send } from './send';
import { signatureHeaders } from './sign';

export type AttemptDeps = {
  readonly send: Send;
  readonly secrets: SigningSecrets;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
};

/**
 * Sends a leased delivery once and says what came of it. Until that is recorded a crash sends it again, under the same
 * webhook-id, so the receiver can tell.
 */
export const attemptDelivery = async (
  delivery: LeasedDelivery,
  trigger: Trigger,
  deps: AttemptDeps,
): Promise<EndedAttempt> => {
  const startedAt = deps.clock.now();
  const keys = await deps.secrets.signingKeys(delivery.user_id, startedAt);
  const headers = signatureHeaders({ id: delivery.webhook_id, body: delivery.body }, keys, startedAt);
  const startedAtMs = performance.now();
  const outcome = await deps.send({ url: delivery.url, body: delivery.body, headers });
  const durationMs = Math.round(performance.now() - startedAtMs);

  const now = deps.clock.now().toISOString();
  const decision = afterAttempt(
    { attempts: delivery.attempts, attemptsInRound: delivery.attempts_in_round },
    { outcome, trigger, now, random: deps.random() },
  );
  const record = recordOf(outcome, { trigger, startedAt: startedAt.toISOString(), durationMs });
  const event = attemptEvent(delivery, decision, record, { id: `evt_${deps.ids.ulid()}`, now });
  return { delivery, decision, record, endedAt: now, event: soleOutboxRow(event) };
};

const recordOf = (
  outcome: AttemptOutcome,
  common: Pick<AttemptRecord, 'trigger' | 'startedAt' | 'durationMs'>,
): AttemptRecord => {
  if (outcome.type === 'failed')
    return { ...common, responseStatus: null, responseBody: null, failure: outcome.failure };
  const failure = isDelivered(outcome) ? null : `The receiver answered ${outcome.status}.`;
  return { ...common, responseStatus: outcome.status, responseBody: outcome.body, failure };
};
