import { isRetryableFault } from '@repasse/chassis/postgres/faults';
import { type OutboxRow } from '@repasse/chassis/outbox/outbox';
import { allAdded, committedMessages, type Added, type EnqueuedPlaces } from '@repasse/chassis/outbox/outbox-message';
import { type Settled } from '@repasse/chassis/event-store/group-commit';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type AttemptAnswer, type DeliveryDecision, type Trigger } from '../domain/delivery';
import { type LeasedDelivery } from './leases';

export type AttemptRecord = AttemptAnswer & { readonly trigger: Trigger };

/** The outcome of a try: the new state of the delivery, its entry in the log, and the facts for other services. */
export interface EndedAttempt {
  readonly delivery: LeasedDelivery;
  readonly decision: DeliveryDecision;
  readonly record: AttemptRecord;
  readonly endedAt: string;
  readonly event: OutboxRow;
}

/** An attempt as it is recorded. Its text is measured, and sent, in this form. */
export interface AttemptEntry {
  readonly text: string;
  readonly endpointId: string | null;
  /** Null when it was delivered. */
  readonly failedAt: string | null;
  /** A person waits for it. */
  readonly isAwaited: boolean;
  readonly event: OutboxRow;
}

export const attemptEntry = ({ delivery, decision, record, endedAt, event }: EndedAttempt): AttemptEntry => ({
  endpointId: delivery.endpoint_id,
  failedAt: decision.result === 'DELIVERED' ? null : endedAt,
  isAwaited: record.trigger === 'MANUAL',
  event,
  text: JSON.stringify({
    delivery_id: delivery.delivery_id,
    lease_token: delivery.lease_token,
    url: delivery.url,
    status: decision.status,
    attempts: decision.attempts,
    attempts_in_round: decision.attemptsInRound,
    next_attempt_at: decision.nextAttemptAt,
    ended_at: endedAt,
    trigger: record.trigger,
    started_at: record.startedAt,
    duration_ms: record.durationMs,
    response_status: record.responseStatus,
    response_body: record.responseBody,
    failure: record.failure,
    event,
  }),
});

export interface RecordedGroup {
  /** Of each attempt, in order, whether it was kept. */
  readonly settled: readonly Settled<boolean>[];
  readonly added: Added;
}

/**
 * Keeps a group in one round trip, and tells of each whether it was kept: one whose lease had run out, and was taken
 * over, is not. When a group fails for what one of them carries, nothing was written, and each is tried by itself.
 */
export const recordAttempts = async (tx: Tx, attempts: readonly AttemptEntry[]): Promise<RecordedGroup> => {
  try {
    const [row] = await tx.query<{ recorded: Recorded }>('select record_attempts($1, $2, $3) as recorded', [
      `[${attempts.map(({ text }) => text).join(',')}]`,
      endpointsOf(attempts),
      attempts.some(({ isAwaited }) => isAwaited),
    ]);
    const { kept, enqueued } = row?.recorded ?? { kept: [], enqueued: null };
    const events = attempts.filter((_, index) => kept[index] === true).map(({ event }) => event);
    return { settled: kept.map((result) => ({ result })), added: committedMessages(events, enqueued) };
  } catch (fault) {
    const settled = attempts.map(() => ({ fault }));
    // Of a lost answer nobody knows what it kept.
    if (isRetryableFault(fault)) return { settled, added: undefined };
    if (attempts.length === 1) return { settled, added: [] };
  }
  const alone: RecordedGroup[] = [];
  for (const attempt of attempts) alone.push(await recordAttempts(tx, [attempt]));
  return { settled: alone.flatMap(({ settled }) => settled), added: allAdded(alone.map(({ added }) => added)) };
};

interface Recorded {
  readonly kept: readonly boolean[];
  readonly enqueued: EnqueuedPlaces;
}

/** Of each endpoint among them since when its tries fail; one that was delivered says that they do not. */
const endpointsOf = (attempts: readonly AttemptEntry[]): string | null => {
  const failingSince = new Map<string, string | null>();
  for (const { endpointId, failedAt } of attempts) {
    if (endpointId === null) continue;
    const known = failingSince.get(endpointId);
    failingSince.set(endpointId, known === null ? null : failedAt);
  }
  if (failingSince.size === 0) return null;
  return JSON.stringify([...failingSince].map(([endpoint_id, failing_since]) => ({ endpoint_id, failing_since })));
};
