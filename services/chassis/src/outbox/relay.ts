import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../backoff';
import { type Bus } from '../bus/bus';
import { createDoorbell, type Doorbell } from '../doorbell';
import { faultPoint } from '../faults/fault-point';
import { type Logger } from '../log/logger';
import { type HeldLock } from '../postgres/advisory-lock';
import { type Database } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { measureOutbox } from './outbox-metrics';
import { createOutboxReader, type OutboxReader } from './outbox-reader';

export interface RelayOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs?: number;
  readonly batchMessages?: number;
}

export interface Relay {
  /** Says that something was committed. Cheap: call it after every commit that filled the outbox. */
  wake(): void;
  /** The same for events that nobody acts upon: those of some milliseconds travel together. */
  wakeSoon(): void;
  /** Finishes the batch under way and frees the lock. */
  stop(): Promise<void>;
}

/** Between processes a wake-up travels as a NOTIFY after the commit; this poll finds what a lost one leaves behind. */
const pollIntervalMsDefault = 1_000;

/** Half a megabyte of typical events: large enough to fill the bus, small enough to repeat after a crash. */
const batchMessagesDefault = 500;

/** What was sent is deleted with the next reading. When none follows within this time, it is deleted by itself. */
const deleteWithinMs = 250;

/** What a request leads to, until its answer, fits; a reader of a view does not notice it. */
const lingerMs = 25;

const retryLimits = { firstMs: 100, maxMs: 10_000 };
const channel = 'outbox';

/**
 * Carries the outbox to the bus, in order. Any number of processes may run one; a session lock lets one of them work.
 * A row is deleted after the bus has it, so a crash in between sends it again and nothing is ever lost.
 */
export const startRelay = (options: RelayOptions): Relay => {
  const { db, log, metrics, batchMessages = batchMessagesDefault } = options;
  const bell = createDoorbell();
  const stopping = new AbortController();
  measureOutbox(db, metrics, log);
  const wakeOther = createRemoteWake(db, log);
  let isActive = false;
  let lingering: NodeJS.Timeout | undefined;

  const workWhileHeld = async (lock: HeldLock): Promise<void> => {
    isActive = true;
    try {
      await relayUntilStopped(lock, { ...options, batchMessages, bell, signal: stopping.signal });
    } finally {
      isActive = false;
      await lock.release();
    }
  };
  const run = async (): Promise<void> => {
    for (let attempt = 1; !stopping.signal.aborted; attempt += 1) {
      try {
        const lock = await db.awaitAdvisoryLock('outbox relay', stopping.signal);
        if (lock === undefined) return;
        lock.session.onNotification(() => bell.ring());
        attempt = 1;
        await workWhileHeld(lock);
      } catch (fault) {
        log.warn({ err: fault }, 'outbox relay lost its database connection');
        await pause(backoffMs(attempt, retryLimits), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  };

  const wake = (): void => {
    clearTimeout(lingering);
    lingering = undefined;
    if (isActive) bell.ring();
    else wakeOther();
  };
  const running = run();
  return {
    wake,
    wakeSoon: () => void (lingering ??= setTimeout(wake, lingerMs)),
    stop: async () => {
      clearTimeout(lingering);
      stopping.abort();
      bell.ring();
      await running;
    },
  };
};

interface Work extends RelayOptions {
  readonly batchMessages: number;
  readonly bell: Doorbell;
  readonly signal: AbortSignal;
}

/** Returns when it is told to stop; throws when the lock's connection is gone. */
const relayUntilStopped = async (lock: HeldLock, work: Work): Promise<void> => {
  const { bus, log, signal, bell, batchMessages, pollIntervalMs = pollIntervalMsDefault } = work;
  const { session } = lock;
  const reader = createOutboxReader({ session, isBusElsewhere: bus.isElsewhere, messagesMax: batchMessages });
  // Losing the latest deletes in a crash of PostgreSQL only sends those events again, so they wait for no disk.
  await session.query('set synchronous_commit = off');
  await session.query(`listen ${channel}`);
  for (let failures = 0; !signal.aborted;) {
    try {
      await drain(reader, work);
      failures = 0;
      await bell.wait(reader.hasSent() ? deleteWithinMs : pollIntervalMs);
    } catch (fault) {
      if (!lock.isHeld()) throw fault;
      failures += 1;
      reader.putBack();
      log.error({ err: fault, failures }, 'outbox could not be published and is kept');
      await pause(backoffMs(failures, retryLimits), undefined, { signal }).catch(() => undefined);
    }
  }
  if (reader.hasSent()) await reader.take();
};

/** Publishes until the outbox is empty. While more than one batch waits, the next is read as the bus takes this one. */
const drain = async (reader: OutboxReader, { bus, signal, batchMessages }: Work): Promise<void> => {
  let batch = await reader.take();
  while (batch.length > 0) {
    const isMoreLikely = batch.length === batchMessages && !signal.aborted;
    const [next] = await Promise.all([isMoreLikely ? reader.take() : [], bus.publish(batch)]);
    faultPoint('relay.after_publish');
    reader.sent(batch);
    batch = next;
  }
};

/** Tells the process that relays. After the commit, never inside it, where NOTIFY takes a lock all writers share. */
const createRemoteWake = (db: Database, log: Logger): (() => void) => {
  let isUnderWay = false;
  let isWanted = false;
  const send = async (): Promise<void> => {
    isUnderWay = true;
    while (isWanted) {
      isWanted = false;
      await db
        .query("select set_config('synchronous_commit', 'off', true), pg_notify($1, '')", [channel])
        .catch((fault: unknown) => log.debug({ err: fault }, 'relay was not woken and will poll'));
    }
    isUnderWay = false;
  };
  return () => {
    isWanted = true;
    if (!isUnderWay) void send();
  };
};
