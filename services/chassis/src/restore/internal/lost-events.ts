import { type AnyEvent } from '@repasse/contracts';
import { type IncomingMessage } from '../../bus/bus';
import { fromMessage, isKnownType, PoisonError, positionOf } from '../../bus/envelope';
import { type LostEvents, type Unrestored } from '../restoration';

export interface SortedEvents {
  readonly lost: readonly LostEvents[];
  /** The reason why the events behind it are not rebuilt. */
  readonly unrestored: readonly Unrestored[];
}

export interface SortOptions {
  /** The last position that the database has given to each key. */
  readonly given: ReadonlyMap<string, number>;
  readonly isMadeAgain: (event: AnyEvent) => boolean;
}

/**
 * The events of a topic's messages that the database lacks, by aggregate. An aggregate goes as far as its positions have
 * no gap, its messages can be read, and its events are not made again by the service.
 */
export const sortLost = (topic: string, messages: readonly IncomingMessage[], options: SortOptions): SortedEvents => {
  const unrestored: Unrestored[] = [];
  const lost = [...byKey(messages)].flatMap(([key, own]): readonly LostEvents[] => {
    const position = options.given.get(key) ?? 0;
    const { events, hindrance } = eventsBehind(position, own, options);
    if (hindrance !== undefined) unrestored.push({ what: hindrance, key });
    return events.length === 0 ? [] : [{ topic, key, position, events }];
  });
  return { lost, unrestored };
};

interface Behind {
  readonly events: readonly AnyEvent[];
  readonly hindrance?: string;
}

const eventsBehind = (position: number, messages: readonly IncomingMessage[], { isMadeAgain }: SortOptions): Behind => {
  const events: AnyEvent[] = [];
  for (const message of messages) {
    const own = positionOf(message) ?? 0;
    const next = position + events.length + 1;
    // A repeat, or an event that the database has.
    if (own < next) continue;
    if (own > next) return { events, hindrance: 'a position of it is missing on the bus' };
    const event = readable(message);
    if (event === undefined) return { events, hindrance: 'an event of it cannot be read by this release' };
    if (isMadeAgain(event)) return { events };
    events.push(event);
  }
  return { events };
};

/** Undefined for a type that this release does not know, and for data that is no event. */
export const readable = (message: IncomingMessage): AnyEvent | undefined => {
  if (!isKnownType(message)) return undefined;
  try {
    return fromMessage(message);
  } catch (fault) {
    if (fault instanceof PoisonError) return undefined;
    throw fault;
  }
};

const byKey = (messages: readonly IncomingMessage[]): ReadonlyMap<string, readonly IncomingMessage[]> => {
  const keys = new Map<string, IncomingMessage[]>();
  for (const message of messages) {
    const own = keys.get(message.key);
    if (own === undefined) keys.set(message.key, [message]);
    else own.push(message);
  }
  return keys;
};
