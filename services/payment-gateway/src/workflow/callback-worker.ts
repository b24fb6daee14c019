import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { type CallbackInbox, type InboxEntry } from '../store/callback-inbox';
import { startPoll } from './poll';

/** What became of one payment named in a callback. `silent` means that the provider must be asked again. */
export type CallbackOutcome = 'recorded' | 'repeated' | 'refused' | 'pending' | 'unknown_payment' | 'silent';

export type CallbackHandler = (body: string) => Promise<readonly CallbackOutcome[]>;

export interface CallbackWorkerOptions {
  readonly inbox: CallbackInbox;
  /** By provider: what deals with everything one callback names. */
  readonly handlers: Readonly<Record<string, CallbackHandler>>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly pollIntervalMs: number;
}

export interface CallbackWorker {
  /** Keeps a callback; when the answer comes it is safe, and work on it has begun. */
  accept(provider: string, body: string): Promise<void>;
  stop(): Promise<void>;
}

export const callbackPollIntervalMsDefault = 1_000;
/** Longer than asking the provider about a callback takes; a worker that died leaves its callback for this long. */
const leaseMs = 30_000;
/** Callbacks come in bursts; more at once would only queue for the same connections. The rest waits in the inbox. */
const underWayMax = 32;
const retryDelayMs = 2_000;
const retryDelayMsMax = 5 * 60_000;
/** After about an hour of silence the reconciler, which asks about every open payment anyway, is left to it. */
const silentTriesMax = 18;
/** Some providers call back a moment before their own answers show the money; those who lie cost three questions. */
const pendingTriesMax = 3;

/** Works through the inbox: what was just posted at once, what a crash or a silent provider left behind by polling. */
export const startCallbackWorker = (o: CallbackWorkerOptions): CallbackWorker => {
  const underWay = new Set<Promise<void>>();
  const now = (): string => toIso(o.clock.now());
  const named = o.metrics.counter('repasse_callback_payments_total', 'Payments named in callbacks, by outcome.', [
    'provider',
    'outcome',
  ]);

  const work = async (entry: InboxEntry): Promise<void> => {
    const outcomes = await handlerOf(o, entry)(entry.body);
    for (const outcome of outcomes) named.inc({ provider: entry.provider, outcome });
    const isOpen = deservesAnotherLook(outcomes, entry);
    await (isOpen ? o.inbox.putBack(entry, retryAt(o.clock, entry)) : o.inbox.markHandled(entry, now()));
  };
  const begin = (entry: InboxEntry): void => {
    const working = work(entry)
      .catch((fault: unknown) => leave(o, entry, fault))
      .finally(() => underWay.delete(working));
    underWay.add(working);
  };
  const poll = startPoll({
    name: 'callback inbox',
    intervalMs: o.pollIntervalMs,
    log: o.log,
    look: async () => {
      const limit = underWayMax - underWay.size;
      if (limit > 0) for (const entry of await o.inbox.take({ now: now(), leaseMs, limit })) begin(entry);
      if (underWay.size < underWayMax) return false;
      await Promise.race(underWay);
      return true;
    },
  });

  return {
    accept: async (provider, body) => {
      // Without room the entry is due at once, for whoever polls next.
      const hasRoom = underWay.size < underWayMax;
      const entry = await o.inbox.keep({ provider, body, now: now(), leaseMs: hasRoom ? leaseMs : 0 });
      if (hasRoom) begin(entry);
      else poll.wake();
    },
    stop: async () => {
      await poll.stop();
      await Promise.all(underWay);
    },
  };
};

/** The lease ends by itself, so the entry comes again; one that has come too often is left for a person to look at. */
const leave = async (o: CallbackWorkerOptions, entry: InboxEntry, fault: unknown): Promise<void> => {
  const isLast = entry.triedCount >= silentTriesMax;
  o.log.error({ err: fault, callbackId: entry.callbackId, isLast }, 'callback not handled');
  // With the database away the mark cannot be made either; then it is made after the next try.
  if (isLast) await o.inbox.markHandled(entry, toIso(o.clock.now())).catch(() => undefined);
};

const handlerOf = ({ handlers }: CallbackWorkerOptions, { provider }: InboxEntry): CallbackHandler => {
  const handler = handlers[provider];
  if (handler === undefined) throw new Error(`Nobody handles callbacks of ${provider}.`);
  return handler;
};

const deservesAnotherLook = (outcomes: readonly CallbackOutcome[], { triedCount }: InboxEntry): boolean =>
  (outcomes.includes('silent') && triedCount < silentTriesMax) ||
  (outcomes.includes('pending') && triedCount < pendingTriesMax);

const retryAt = (clock: Clock, { triedCount }: InboxEntry): string => {
  const delayMs = Math.min(retryDelayMsMax, retryDelayMs * 2 ** Math.min(triedCount, 20));
  return toIso(new Date(clock.now().getTime() + delayMs));
};
