import { createLatestMap, type LatestMap } from '../../latest-map';
import { placeOf, type Added, type OutboxMessage } from '../outbox-message';

/** The commits of this process that notify the relay: it sends their rows without reading them. */
export interface NotifiedCommits {
  /** The rows of a commit; undefined when only the table tells of them. */
  notify(messages: Added): void;
  /** The messages since the last call, in the order of their ids; undefined when the caller has to read the outbox. */
  take(): readonly OutboxMessage[] | undefined;
  /** The bus has them, notified or read. */
  sent(messages: readonly OutboxMessage[]): void;
  /** The outbox has to be read next. */
  forget(): void;
}

export interface NotifiedCommitsOptions {
  /** More are read, in batches: nothing piles up here while the bus is away. */
  readonly messagesMax: number;
}

/** A key that was active longer ago is read once: some megabytes hold all that are active within minutes. */
const keysMax = 10_000;

/**
 * A row is sent unread only when it is the next of its key. Another process, or a commit of which nobody told, may have
 * added one before it; and a reading may have sent it already.
 */
export const createNotifiedCommits = ({ messagesMax }: NotifiedCommitsOptions): NotifiedCommits => {
  const lastPositions = createLatestMap<number>(keysMax);
  let notified: OutboxMessage[] = [];
  let isReadingNeeded = true;

  const forget = (): void => {
    isReadingNeeded = true;
    notified = [];
  };
  return {
    notify: (messages) => {
      if (messages === undefined || notified.length + messages.length > messagesMax) forget();
      // The reading that is needed anyway finds these, too.
      else if (!isReadingNeeded) notified.push(...messages);
    },
    take: () => {
      const taken = isReadingNeeded ? undefined : nextOfTheirKeys(notified, lastPositions);
      isReadingNeeded = false;
      notified = [];
      return taken;
    },
    sent: (messages) => {
      for (const message of messages) lastPositions.set(placeOf(message), message.position);
    },
    forget,
  };
};

/** Without those that were sent; undefined when one is missing before them. */
const nextOfTheirKeys = (
  messages: readonly OutboxMessage[],
  lastPositions: Pick<LatestMap<number>, 'get'>,
): readonly OutboxMessage[] | undefined => {
  const reached = new Map<string, number>();
  const next: OutboxMessage[] = [];
  // Ids rise with positions; two connections may tell of their commits in another order.
  for (const message of messages.toSorted((one, other) => one.id - other.id)) {
    const place = placeOf(message);
    const last = reached.get(place) ?? lastPositions.get(place) ?? 0;
    if (message.position <= last) continue;
    if (message.position > last + 1) return undefined;
    reached.set(place, message.position);
    next.push(message);
  }
  return next;
};
