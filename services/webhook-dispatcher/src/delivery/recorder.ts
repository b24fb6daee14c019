import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '@repasse/chassis/waiting/backoff';
import { createGroupCommit, type GroupLimits } from '@repasse/chassis/event-store/group-commit';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Added } from '@repasse/chassis/outbox/outbox-message';
import { type Tx } from '@repasse/chassis/postgres/database';
import { isRetryableFault } from '@repasse/chassis/postgres/faults';
import { attemptEntry, recordAttempts, type AttemptEntry, type EndedAttempt } from '../store/attempts';
import { type DeliveryMetrics } from './metrics';

export interface RecorderDeps {
  readonly db: Tx;
  readonly log: Logger;
  readonly metrics: DeliveryMetrics;
  /** Tells the relay of the events. */
  readonly onCommitted: (added: Added) => void;
  /** Called when the outcome of a try is stored. */
  readonly onRecorded: (attempt: EndedAttempt) => void;
}

export interface Recorder {
  /** Stores the outcome of a try. Throws when that failed; the delivery is then sent again after its lease. */
  record(attempt: EndedAttempt): Promise<void>;
  /** The same, and tries again while the lease lasts: a database that restarts should double nothing. */
  recordPatiently(attempt: EndedAttempt): Promise<void>;
}

/**
 * Attempts of one commit. One group at a time: what comes meanwhile goes with the next, and alone at once. An answer that
 * is kept may be 4 KiB.
 */
const groupLimits: GroupLimits = { itemsMax: 128, bytesMax: 1_024 * 1_024, inFlightMax: 1 };

const retryLimits = { firstMs: 50, maxMs: 2_000 };

export const createRecorder = ({ db, log, metrics, onCommitted, onRecorded }: RecorderDeps): Recorder => {
  const keep = createGroupCommit<AttemptEntry, boolean>(groupLimits, async (attempts) => {
    const { settled, added } = await recordAttempts(db, attempts);
    onCommitted(added);
    return settled;
  });

  const record = async (attempt: EndedAttempt): Promise<void> => {
    const { delivery } = attempt;
    const value = attemptEntry(attempt);
    const isKept = await keep({ value, bytes: value.text.length, exclusive: [delivery.delivery_id] });
    if (!isKept) {
      log.warn({ deliveryId: delivery.delivery_id }, 'the lease of a delivery was lost before its attempt was kept');
      return;
    }
    metrics.observe(attempt);
    logAttempt(log, attempt);
    onRecorded(attempt);
  };
  const recordPatiently = async (attempt: EndedAttempt, tries = 1): Promise<void> => {
    try {
      await record(attempt);
    } catch (fault) {
      const delayMs = backoffMs(tries, retryLimits);
      if (!isRetryableFault(fault) || performance.now() + delayMs > attempt.delivery.leaseEndsAtMs) throw fault;
      await pause(delayMs);
      await recordPatiently(attempt, tries + 1);
    }
  };

  return { record, recordPatiently: (attempt) => recordPatiently(attempt) };
};

/** A delivery that arrived stands in the delivery log; a line for each would cost as much as recording it. */
const logAttempt = (log: Logger, { delivery, decision, record }: EndedAttempt): void => {
  const level = decision.result === 'DELIVERED' ? 'debug' : 'warn';
  log[level](
    {
      deliveryId: delivery.delivery_id,
      endpointId: delivery.endpoint_id,
      chargeId: delivery.charge_id,
      attempt: decision.attempts,
      status: decision.status,
      responseStatus: record.responseStatus,
      failure: record.failure,
      durationMs: record.durationMs,
    },
    'webhook attempt',
  );
};
