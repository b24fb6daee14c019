import { setTimeout as pause } from 'node:timers/promises';
import { backoffMs } from '../backoff';
import { type Bus, type OutgoingMessage } from '../bus/bus';
import { createDoorbell, type Doorbell } from '../doorbell';
import { faultPoint } from '../faults/fault-point';
import { type Logger } from '../log/logger';
import { type HeldLock } from '../postgres/advisory-lock';
import { type Database, type Tx } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { measureOutbox } from './outbox-metrics';

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
  /** Finishes the batch under way and frees the lock. */
  stop(): Promise<void>;
}

/** Between processes a wake-up travels as a NOTIFY after the commit; this poll finds what a lost one leaves behind. */
const pollIntervalMsDefault = 250;

/** Half a megabyte of typical events: large enough to fill the bus, small enough to repeat after a crash. */
const batchMessagesDefault = 500;

const retryLimits = { firstMs: 100, maxMs: 10_000 };
const channel = 'outbox';

/**
 * Carries the outbox to the bus, in order. Any number of processes may run one; a session lock lets one of them work.
 * A row is deleted after the bus has it, so a crash in between sends it again and nothing is ever lost.
 */
export const startRelay = (options: RelayOptions): Relay => {
  const { db, log, metrics } = options;
  const bell = createDoorbell();
  const stopping = new AbortController();
  const stopMeasuring = measureOutbox(db, metrics, log);
  const wakeOther = createRemoteWake(db, log);
  let isActive = false;

  const workWhileHeld = async (lock: HeldLock): Promise<void> => {
    isActive = true;
    try {
      await relayUntilStopped(lock, { ...options, bell, signal: stopping.signal });
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

  const running = run();
  return {
    wake: () => {
      if (isActive) bell.ring();
      else wakeOther();
    },
    stop: async () => {
      stopping.abort();
      bell.ring();
      await running;
      stopMeasuring();
    },
  };
};

interface Work extends RelayOptions {
  readonly bell: Doorbell;
  readonly signal: AbortSignal;
}

/** Returns when it is told to stop; throws when the lock's connection is gone. */
const relayUntilStopped = async (lock: HeldLock, work: Work): Promise<void> => {
  const { log, signal, bell, pollIntervalMs = pollIntervalMsDefault } = work;
  // Losing the latest deletes in a crash of PostgreSQL only sends those events again, so they wait for no disk.
  await lock.session.query('set synchronous_commit = off');
  await lock.session.query(`listen ${channel}`);
  for (let failures = 0; !signal.aborted;) {
    try {
      await drain(lock.session, work);
      failures = 0;
      await bell.wait(pollIntervalMs);
    } catch (fault) {
      if (!lock.isHeld()) throw fault;
      failures += 1;
      log.error({ err: fault, failures }, 'outbox could not be published and is kept');
      await pause(backoffMs(failures, retryLimits), undefined, { signal }).catch(() => undefined);
    }
  }
};

interface OutboxMessage {
  readonly id: number;
  readonly topic: string;
  readonly aggregateid: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: object;
  readonly traceparent: string | null;
}

// Not `id > last`: ids become visible out of order, and a cursor would step over those that commit late.
const selectSql = `
  select id, topic, aggregateid, headers, payload, traceparent
  from outbox where id <> all ($1) order by id limit $2`;

const deleteSql = 'delete from outbox where id = any ($1)';

/** Publishes until the outbox is empty. The next batch is read while the bus takes the one before. */
const drain = async (session: Tx, work: Work): Promise<void> => {
  const { bus, signal, batchMessages = batchMessagesDefault } = work;
  const read = (except: readonly number[]) => session.query<OutboxMessage>(selectSql, [except, batchMessages]);

  let batch = await read([]);
  while (batch.length > 0) {
    const ids = batch.map(({ id }) => id);
    const [next] = await Promise.all([signal.aborted ? [] : read(ids), bus.publish(batch.map(toOutgoing))]);
    faultPoint('relay.after_publish');
    await session.query(deleteSql, [ids]);
    batch = next;
  }
};

const toOutgoing = ({ topic, aggregateid, headers, payload, traceparent }: OutboxMessage): OutgoingMessage => ({
  topic,
  key: aggregateid,
  headers: traceparent === null ? headers : { ...headers, traceparent },
  value: payload,
});

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
