import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { identified, soleOutboxRow } from '@repasse/chassis/outbox/outbox';
import { startSpan, untilDone } from '@repasse/chassis/telemetry/trace';
import { afterAttempt, type DeliveryProgress, type Trigger } from '../domain/delivery';
import { attemptEvent } from '../public/public-events';
import { type EndedAttempt } from '../store/attempts';
import { type ClaimedDelivery, type LeasedDelivery } from '../store/leases';
import { userSigner } from '../store/signing-secrets';
import { type TryOnce } from './try-once';

export interface AttemptDeps {
  readonly tryOnce: TryOnce;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: () => number;
}

/**
 * Sends a leased delivery once and says what came of it. Until that is recorded a crash sends it again, under the same
 * webhook-id, so the receiver can tell.
 */
export const attemptDelivery = async (
  delivery: LeasedDelivery | ClaimedDelivery,
  trigger: Trigger,
  { tryOnce, clock, ids, random }: AttemptDeps,
): Promise<EndedAttempt> => {
  const { webhook_id, body, url, endpoint_id, user_id } = delivery;
  const signer = endpoint_id ?? userSigner(user_id);
  const { outcome, ...sent } = await inSpan(delivery, () => tryOnce({ id: webhook_id, body, url, signer }));
  const now = clock.now().toISOString();
  const decision = afterAttempt(progressOf(delivery), {
    ...{ outcome, trigger, now, random: random() },
    policy: { stopsWhenGone: endpoint_id !== null, hasSlowRetries: delivery.has_slow_retries },
  });
  const record = { ...sent, trigger };
  const event = identified(attemptEvent(delivery, decision, record, now), ids);
  return { delivery, decision, record, endedAt: now, event: soleOutboxRow(event) };
};

const postSpan = { kind: 'client', name: 'POST webhook' } as const;

/** Without the address: merchants put tokens into paths and queries. */
const inSpan = async (
  { url, event_type, endpoint_id, attempts }: LeasedDelivery | ClaimedDelivery,
  send: () => ReturnType<TryOnce>,
): ReturnType<TryOnce> => {
  const span = startSpan(postSpan);
  span?.set({
    'http.request.method': 'POST',
    'server.address': new URL(url).hostname,
    'http.request.resend_count': attempts,
    'repasse.webhook.event_type': event_type,
    'repasse.webhook.endpoint_id': endpoint_id ?? undefined,
  });
  return untilDone(span, async () => {
    const sent = await send();
    span?.set({ 'http.response.status_code': sent.responseStatus ?? undefined });
    if (sent.failure !== null) span?.fail(String(sent.responseStatus ?? 'failed'));
    return sent;
  });
};

/** A delivery sent by its schedule is pending; only a person repeats one that has ended. */
const progressOf = (delivery: LeasedDelivery | ClaimedDelivery): DeliveryProgress => ({
  status: 'status' in delivery ? delivery.status : 'PENDING',
  attempts: delivery.attempts,
  attemptsInRound: delivery.attempts_in_round,
  nextAttemptAt: 'next_attempt_at' in delivery ? delivery.next_attempt_at : null,
});
