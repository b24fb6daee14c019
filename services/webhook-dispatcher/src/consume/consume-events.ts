import { type AnyEvent } from '@repasse/contracts';
import { type Consumption } from '@repasse/chassis/consumer/consumption';
import { announcementsOf } from '../domain/announcements/all';
import { webhookIdOf } from './webhook-id';
import { type Announced, type Announcer, type Announcing, type News } from '../delivery/announce';
import { factsOf } from './charge-facts';

export type EventHandler = Required<Pick<Consumption, 'effectOf' | 'handle' | 'afterCommit'>>;

/** Tells users of events: in their feeds, and at the addresses that want them. */
export const createEventHandler = (announcer: Announcer): EventHandler => {
  // By the first event: what was written by a transaction that was undone is replaced when the event comes again, or
  // forgotten with it.
  const written = new WeakMap<AnyEvent, Announced>();

  return {
    effectOf: async (events) => {
      const prepared = await announcer.prepare(newsOf(events));
      if (prepared === undefined) return undefined;
      return { calls: prepared.calls, onWritten: () => announcer.handOver(prepared.announced) };
    },
    handle: async (events, tx) => {
      const [first] = events;
      if (first !== undefined) written.set(first, await announcer.announce(tx, newsOf(events)));
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

const newsOf = (events: readonly AnyEvent[]): News => ({
  ...factsOf(events),
  announcing: events.flatMap(announcingOf),
});

const announcingOf = (event: AnyEvent): readonly Announcing[] =>
  announcementsOf(event).map((announcement, index) => ({
    id: webhookIdOf(event.id, announcement.userId, index),
    announcement,
    traceparent: event.traceparent,
  }));
