import { type Bus } from '../bus/bus';
import { type Logger } from '../log/logger';
import { type Database } from '../postgres/database';
import { type Metrics } from '../telemetry/metrics';
import { poll, type Poll } from '../waiting/poll';
import { awaitOutbox, type HeldOutbox } from './internal/held-outbox';
import { measureOutbox } from './internal/outbox-metrics';
import { type Added } from './outbox-message';
import { createRemoteWake } from './remote-wake';
import { createRound } from './internal/round';

export interface RelayOptions {
  readonly db: Database;
  readonly bus: Bus;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs?: number;
  readonly batchMessages?: number;
}

export interface Relay {
  /**
   * Announces a commit. Cheap: call it after every commit that filled the outbox. With the rows that it added, as the
   * commit returned them, the outbox need not be read.
   */
  wake(added?: Added): void;
  /** The same for events whose effect no caller waits for: events within some milliseconds are sent together. */
  wakeSoon(added?: Added): void;
  /** Finishes the batch under way and frees the lock. */
  stop(): Promise<void>;
}

/**
 * Between processes a wake-up travels as a NOTIFY after the commit; the outbox is read this often and shows the rows of
 * a lost one. Sent rows are deleted with the next reading, so a row stays this long at most.
 */
const pollIntervalMsDefault = 2_000;

/** Half a megabyte of typical events: large enough to fill the bus, small enough to repeat after a fault. */
const batchMessagesDefault = 500;

/** Covers the events of one request until its answer; a reader of a view does not notice it. */
const lingerMs = 100;

/** From the beginning of a round to the next: a lone event leaves at once, and under load one round carries several. */
const roundMsMin = 5;

/**
 * Carries the outbox to the bus, in order within each key. Any number of processes may run one; a session lock lets one
 * of them work. A row is deleted after the bus has it, so a crash in between sends it again and nothing is ever lost.
 */
export const startRelay = (options: RelayOptions): Relay => {
  const { db, log, metrics, pollIntervalMs = pollIntervalMsDefault } = options;
  measureOutbox(db, metrics, log);
  const remoteWake = createRemoteWake(db, log);
  const stopping = new AbortController();
  const { bus, batchMessages = batchMessagesDefault } = options;
  const work = { bus, log, batchMessages, signal: stopping.signal };
  const sendRound = createRound({ ...work, readIntervalMs: pollIntervalMs });
  let held: HeldOutbox | undefined;

  const hold = async (): Promise<HeldOutbox | undefined> => {
    if (held?.isHeld() === true) return held;
    const lost = held;
    held = undefined;
    await lost?.release();
    held = await awaitOutbox({ ...work, db, onWake: onOtherWake });
    return held;
  };
  const onOtherWake = (): void => {
    held?.commits.notify(undefined);
    loop.wake();
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
      if (await sendRound(outbox)) return true;
      return { restMs: Math.max(0, roundMsMin - (performance.now() - beganAtMs)), isDone: true };
    },
  });
  /** Returns the loop that is to run because of it, here or in another process; undefined when nothing was added. */
  const announce = (added?: Added): Poll | undefined => {
    if (added?.length === 0) return undefined;
    if (held?.isHeld() !== true) return remoteWake;
    held.commits.notify(added);
    return loop;
  };

  return {
    wake: (added) => announce(added)?.wake(),
    wakeSoon: (added) => announce(added)?.wakeWithin(lingerMs),
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await held?.end().catch((fault: unknown) => log.warn({ err: fault }, 'sent events stay and are sent again'));
      await remoteWake.stop();
    },
  };
};
