import { type AnyEvent, type EventType } from '@repasse/contracts';
import { type IncomingMessage } from '../bus/bus';
import { type Tx } from '../postgres/database';
import { callAll, type FunctionCall } from '../postgres/function-call';

/** How a service handles the events of some topics. */
export interface Consumption {
  readonly topics: readonly string[];
  /**
   * The types that have an effect; all when it is left out. Events of other types only move the consumer on, which may
   * wait for the next batch that has an effect, so they cost no transaction of their own.
   */
  readonly types?: readonly EventType[];
  /** False for an event of these types that has no effect. */
  readonly hasEffect?: (event: AnyEvent) => boolean;
  /** The types whose effect a caller waits for; others may wait some seconds for one of these. All when left out. */
  readonly urgentTypes?: readonly EventType[];
  /**
   * How an event that cannot be handled is treated: `park` holds its aggregate's later events back, where order means
   * money; `dead-letter` sends it to `<topic>.dlq` and goes on.
   */
  readonly onPoison: 'park' | 'dead-letter';
  /**
   * Gets every event once, those of an aggregate in order, as many at once as have come. Runs in the transaction that
   * also remembers them, so use `tx` for every statement, and few statements for all of them.
   */
  readonly handle: Handle;
  /** Finds what `handle` would do without its transaction, where that can be done. */
  readonly effectOf?: EffectOf;
  /** Runs after the commit with the handled events: wake relays and workers here. */
  readonly afterCommit?: (events: readonly AnyEvent[]) => void;
  /**
   * Runs in the transaction that holds messages back, because their aggregate is parked, or that puts one away: for an
   * effect that must not wait until they are handled. May run again for a message.
   */
  readonly onHeldBack?: (messages: readonly IncomingMessage[], tx: Tx) => Promise<void>;
  /** Handles a dead letter that an operator puts back; `handle` does it where this is left out. */
  readonly redeliver?: Handle;
  /** Runs in the transaction that steps over a dead letter. */
  readonly onDeadLetter?: (message: IncomingMessage, tx: Tx) => Promise<void>;
}

export type Handle = (events: readonly AnyEvent[], tx: Tx) => Promise<void>;

/**
 * The whole effect of events, where that is rows and events alone: what happens outside because of it needs `handle`. With
 * the offsets and the positions it is one statement, which is the transaction.
 */
export interface Effect {
  /** A function whose rows follow from something that was read must fail with RP001 when that has changed since. */
  readonly calls: readonly FunctionCall[];
  /**
   * The relay is woken for its events. Towards a bus on another server these have to be on disk first: the statement then
   * waits for it, and the relay need not.
   */
  readonly isPublishedAtOnce?: boolean;
  /** Runs after the commit in place of `afterCommit`, with the results of the calls. */
  readonly onWritten?: (results: readonly unknown[]) => void;
}

/**
 * May read, but nothing it reads is locked. Undefined where the effect can only be found under locks: `handle` then does
 * it, and also when the statement was refused. May be called more than once for an event.
 */
export type EffectOf = (events: readonly AnyEvent[]) => Effect | undefined | Promise<Effect | undefined>;

/** A handler that only writes. */
export const writing = (
  calls: (events: readonly AnyEvent[]) => readonly FunctionCall[],
): Required<Pick<Consumption, 'handle' | 'effectOf'>> => ({
  effectOf: (events) => ({ calls: calls(events) }),
  handle: (events, tx) => callAll(tx, calls(events)),
});

/** Finds the consumption of a topic. */
export type Consumptions = (topic: string) => Consumption;

export const consumptionsByTopic = (consumptions: readonly Consumption[]): Consumptions => {
  const byTopic = new Map(consumptions.flatMap((one) => one.topics.map((topic) => [topic, one])));
  return (topic) => {
    const consumption = byTopic.get(topic);
    if (consumption === undefined) throw new Error(`No consumer here reads ${topic}.`);
    return consumption;
  };
};

/** All urgent types; undefined when that may be any. */
export const urgentTypesOf = (consumptions: readonly Consumption[]): ReadonlySet<string> | undefined => {
  const all = consumptions.map(({ types, urgentTypes = types }) => urgentTypes);
  return all.includes(undefined) ? undefined : new Set(all.flatMap((types) => types ?? []));
};

/** True when the message has an effect, or is not known to have none. */
export const concerns = ({ types }: Consumption, message: IncomingMessage): boolean => isOneOf(types, message);

/** True when a caller waits for the effect of the message. */
export const isUrgent = ({ types, urgentTypes = types }: Consumption, message: IncomingMessage): boolean =>
  isOneOf(urgentTypes, message);

const isOneOf = (types: readonly string[] | undefined, { headers }: IncomingMessage): boolean =>
  types === undefined || types.includes(headers['ce_type'] ?? '');
