import { type AnyEvent, type EventType } from '@repasse/contracts';
import { type IncomingMessage } from '../bus/bus';
import { type Tx } from '../postgres/database';
import { callAll, type FunctionCall } from '../postgres/function-call';

/** What a service makes of the events of some topics. */
export interface Consumption {
  readonly topics: readonly string[];
  /**
   * The types that have an effect; all when it is left out. Events of other types only move the consumer on, which may
   * wait for the next batch that has an effect, so they cost no transaction of their own.
   */
  readonly types?: readonly EventType[];
  /** False for an event of these types that has no effect all the same. */
  readonly hasEffect?: (event: AnyEvent) => boolean;
  /** Those of them whose effect somebody waits for; the others may wait for one of these, some seconds. All of them when left out. */
  readonly urgentTypes?: readonly EventType[];
  /**
   * What becomes of an event that cannot be handled: `park` holds its aggregate's later events back, where order means
   * money; `dead-letter` sends it to `<topic>.dlq` and goes on.
   */
  readonly onPoison: 'park' | 'dead-letter';
  /**
   * Gets every event once, those of an aggregate in order, as many at once as have come. Runs in the transaction that
   * also remembers them, so use `tx` for every statement, and few statements for all of them.
   */
  readonly handle: Handle;
  /** See `writing`. */
  readonly calls?: Calls;
  /** Runs after the commit with what was handled: wake relays and workers here. */
  readonly afterCommit?: (events: readonly AnyEvent[]) => void;
  /** Runs in the transaction that steps over a dead letter. */
  readonly onDeadLetter?: (message: IncomingMessage, tx: Tx) => Promise<void>;
}

export type Handle = (events: readonly AnyEvent[], tx: Tx) => Promise<void>;

/** The whole effect of events, where nothing has to be read for it. It may be asked for more than once. */
export type Calls = (events: readonly AnyEvent[]) => readonly FunctionCall[];

/** A handler that only writes. Its effect, the offsets and the positions are one statement, and that is the transaction. */
export const writing = (calls: Calls): Required<Pick<Consumption, 'handle' | 'calls'>> => ({
  calls,
  handle: (events, tx) => callAll(tx, calls(events)),
});

/** Finds what is made of a message by its topic. */
export type Consumptions = (topic: string) => Consumption;

export const consumptionsByTopic = (consumptions: readonly Consumption[]): Consumptions => {
  const byTopic = new Map(consumptions.flatMap((one) => one.topics.map((topic) => [topic, one])));
  return (topic) => {
    const consumption = byTopic.get(topic);
    if (consumption === undefined) throw new Error(`Nobody here consumes ${topic}.`);
    return consumption;
  };
};

/** All types whose effect is waited for; undefined when that may be any. */
export const urgentTypesOf = (consumptions: readonly Consumption[]): ReadonlySet<string> | undefined => {
  const all = consumptions.map(({ types, urgentTypes = types }) => urgentTypes);
  return all.includes(undefined) ? undefined : new Set(all.flatMap((types) => types ?? []));
};

/** True when the message has an effect, or is not known to have none. */
export const concerns = ({ types }: Consumption, message: IncomingMessage): boolean => isOneOf(types, message);

/** True when the effect of the message is waited for. */
export const isUrgent = ({ types, urgentTypes = types }: Consumption, message: IncomingMessage): boolean =>
  isOneOf(urgentTypes, message);

const isOneOf = (types: readonly string[] | undefined, { headers }: IncomingMessage): boolean =>
  types === undefined || types.includes(headers['ce_type'] ?? '');
