import { toIso } from '@repasse/chassis/clock';
import { startDueWork } from '@repasse/chassis/waiting/due-work';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { retryAt } from '../../workflow/retry-at';
import { type CallbackInbox, type InboxEntry, type PostedCallback } from '../store/callback-inbox';

/** The result for one payment named in a callback. `silent`: the provider did not answer and must be asked again. */
export type CallbackOutcome = (typeof callbackOutcomes)[number];

const callbackOutcomes = ['recorded', 'repeated', 'refused', 'pending', 'unknown_payment', 'silent'] as const;

export type CallbackHandler = (body: string) => Promise<readonly CallbackOutcome[]>;

interface CallbackWorkerOptions extends Pick<ServiceParts, 'clock' | 'log' | 'metrics'> {
  readonly inbox: CallbackInbox;
  /** By provider: handles everything one callback names. */
  readonly handlers: Readonly<Record<string, CallbackHandler>>;
  readonly backstopMs?: number | undefined;
}

export type CallbackWorker = ReturnType<typeof startCallbackWorker>;

/** Callbacks come in bursts; more at once would only queue for the same connections. The rest waits in the inbox. */
const underWayMax = 32;
const retryDelays = { firstMs: 2_000, maxMs: 5 * 60_000 };
/** After about an hour of silence the reconciler, which asks about every open payment anyway, is left to it. */
const silentTriesMax = 18;
/** Some providers call back a moment before their own answers show the money; a false callback costs three requests. */
const pendingTriesMax = 3;

/** Works through the inbox: new entries at once, later those that a crash or a silent provider left. */
export const startCallbackWorker = (o: CallbackWorkerOptions) => {
  const { inbox, clock, log, backstopMs } = o;
  const named = o.metrics.counter('repasse_callback_payments_total', 'Payments named in callbacks, by outcome.', [
    'provider',
    'outcome',
  ]);
  bornAtZero(named, { provider: Object.keys(o.handlers), outcome: callbackOutcomes });

  const handle = async (entry: InboxEntry): Promise<string | null> => {
    const outcomes = await handlerOf(o, entry)(entry.body);
    for (const outcome of outcomes) named.inc({ provider: entry.provider, outcome });
    if (!deservesAnotherLook(outcomes, entry)) {
      inbox.markHandled(entry, toIso(clock.now()));
      return null;
    }
    const dueAt = retryAt(clock, entry.tries, retryDelays);
    return (await inbox.putOff(entry, dueAt)) ? dueAt : null;
  };
  const work = startDueWork({
    name: 'callback inbox',
    ...{ clock, log, backstopMs },
    atOnceMax: underWayMax,
    claim: inbox.claim,
    work: (entry) => handle(entry).catch((fault: unknown) => leave(o, entry, fault)),
  });

  return {
    /** Keeps a callback; when the answer comes, work on it has begun. */
    accept: async (callback: PostedCallback): Promise<void> => {
      // Without room the entry is due at once, for the next look of any process.
      const isLeased = work.hasRoom();
      const entry = await inbox.keep({ ...callback, now: toIso(clock.now()), isLeased });
      if (isLeased) work.begin(entry);
      else work.wake();
    },
    stop: () => work.stop(),
  };
};

/** The lease ends by itself, so the entry comes again; after too many tries it is left for an operator. */
const leave = ({ inbox, clock, log }: CallbackWorkerOptions, entry: InboxEntry, fault: unknown): null => {
  const isLast = entry.tries >= silentTriesMax;
  log.error({ err: fault, callbackId: entry.key, isLast }, 'callback not handled');
  if (isLast) inbox.markHandled(entry, toIso(clock.now()));
  return null;
};

const handlerOf = ({ handlers }: CallbackWorkerOptions, { provider }: InboxEntry): CallbackHandler => {
  const handler = handlers[provider];
  if (handler === undefined) throw new Error(`There is no handler for callbacks of ${provider}.`);
  return handler;
};

const deservesAnotherLook = (outcomes: readonly CallbackOutcome[], { tries }: InboxEntry): boolean =>
  (outcomes.includes('silent') && tries < silentTriesMax) || (outcomes.includes('pending') && tries < pendingTriesMax);
