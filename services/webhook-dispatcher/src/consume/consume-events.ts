import { type AnyEvent } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';
import { announcementsOf } from '../domain/announcements/all';
import { type Announced, type Announcer, type Announcing } from '../delivery/announce';
import { factsOf } from './charge-facts';

export type EventHandler = {
  readonly handle: (events: readonly AnyEvent[], tx: Tx) => Promise<void>;
  readonly afterCommit: (events: readonly AnyEvent[]) => void;
};

/** Tells users of events: in their feeds, and at the addresses that want them. */
export const createEventHandler = (announcer: Announcer): EventHandler => {
  // By the first event: what was written by a transaction that was undone is replaced when the event comes again, or
  // forgotten with it.
  const written = new WeakMap<AnyEvent, Announced>();

  return {
    handle: async (events, tx) => {
      const [first] = events;
      if (first === undefined) return;
      written.set(
        first,
        await announcer.announce(tx, { ...factsOf(events), announcing: events.flatMap(announcingOf) }),
      );
    },
    afterCommit: (events) => {
      for (const event of events) {
        const announced = written.get(event);
        if (announced !== undefined) announcer.handOver(announced);
        written.delete(event);
      }
    },
  };
};

const announcingOf = (event: AnyEvent): readonly Announcing[] =>
  announcementsOf(event).map((announcement) => ({ announcement, traceparent: event.traceparent }));
