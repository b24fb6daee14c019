import { type Bus } from '../bus/bus';
import { faultPoint } from '../faults/fault-point';
import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { poll, type Poll } from '../waiting/poll';
import { awaitOutbox, type HeldOutbox } from './held-outbox';
import { measureOutbox } from './outbox-metrics';
import { type OutboxReader } from './outbox-reader';
import { createRemoteWake } from './remote-wake';

export interface RelayOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs?: number;
  readonly batchMessages?: number;
}

export interface Relay {
  /** Announces a commit. Cheap: call it after every commit that filled the outbox. */
  wake(): void;
  /** The same for events whose effect no caller waits for: events within some milliseconds are sent together. */
  wakeSoon(): void;
  /** Finishes the batch under way and frees the lock. */
  stop(): Promise<void>;
}

/**
 * Between processes a wake-up travels as a NOTIFY after the commit; this poll finds the rows of a lost one. Sent rows
 * are deleted with the next reading, so a row stays this long at most.
 */
const pollIntervalMsDefault = 2_000;

/** Half a megabyte of typical events: large enough to fill the bus, small enough to repeat after a crash. */
const batchMessagesDefault = 500;

/** Covers the events of one request until its answer; a reader of a view does not notice it. */
const lingerMs = 100;

/** From the beginning of a round to the next: a lone event leaves at once, and under load one round carries several. */
const roundMsMin = 5;

/**
 * Carries the outbox to the bus, in order. Any number of processes may run one; a session lock lets one of them work.
 * A row is deleted after the bus has it, so a crash in between sends it again and nothing is ever lost.
 */
export const startRelay = (options: RelayOptions): Relay => {
  const { db, log, metrics, pollIntervalMs = pollIntervalMsDefault } = options;
  measureOutbox(db, metrics, log);
  const remoteWake = createRemoteWake(db, log);
  const stopping = new AbortController();
  const { bus, batchMessages = batchMessagesDefault } = options;
  const work: Work = { bus, batchMessages, signal: stopping.signal };
  let held: HeldOutbox | undefined;

  const hold = async (): Promise<HeldOutbox | undefined> => {
    if (held?.isHeld() === true) return held;
    const lost = held;
    held = undefined;
    await lost?.release();
    held = await awaitOutbox({ ...work, db, onWake: () => loop.wake() });
    return held;
  };
  const loop = poll({
    name: 'outbox relay',
    log,
    intervalMs: pollIntervalMs,
    run: async () => {
      const outbox = await hold();
      // Undefined when it was stopped while waiting for the lock.
      if (outbox === undefined) return false;
      const beganAtMs = performance.now();
      if (await drain(outbox.reader, work)) return true;
      return { restMs: Math.max(0, roundMsMin - (performance.now() - beganAtMs)), isDone: true };
    },
  });
  const loopThatRelays = (): Poll => (held?.isHeld() === true ? loop : remoteWake);

  return {
    wake: () => loopThatRelays().wake(),
    wakeSoon: () => loopThatRelays().wakeWithin(lingerMs),
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await held?.end().catch((fault: unknown) => log.warn({ err: fault }, 'sent events stay and are sent again'));
      await remoteWake.stop();
    },
  };
};

interface Work {
  readonly bus: Bus;
  readonly batchMessages: number;
  readonly signal: AbortSignal;
}

/**
 * Publishes until the outbox is empty. While more than one batch waits, the next is read as the bus takes this one.
 * Returns whether that was so: many sent rows are not left for the next poll to delete.
 */
const drain = async (reader: OutboxReader, { bus, signal, batchMessages }: Work): Promise<boolean> => {
  let wereMany = false;
  try {
    let batch = await reader.take();
    while (batch.length > 0) {
      const isMoreLikely = batch.length === batchMessages && !signal.aborted;
      wereMany ||= isMoreLikely;
      const [next] = await Promise.all([isMoreLikely ? reader.take() : [], bus.publish(batch)]);
      faultPoint('relay.after_publish');
      reader.sent(batch);
      batch = next;
    }
    return wereMany;
  } catch (fault) {
    reader.putBack();
    throw fault;
  }
};
