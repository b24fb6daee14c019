import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { callAll, type FunctionCall } from '@repasse/chassis/postgres/function-call';
import { type Announcement } from '../domain/announcements/announcement';
import {
  lockFeeds,
  readFeeds,
  writingOf,
  type Facts,
  type FeedBackground,
  type FeedWriting,
  type Message,
} from '../store/feeds';
import { leaseEndsAt } from '../store/lease-time';
import { type LeasedDelivery } from '../store/leases';
import { createPlanner, leasedOf, type Planned } from './plan';
import { type Sender } from './sender';
import { createFeedWriter } from './feed-writer';

export interface AnnouncerDeps {
  readonly db: Database;
  readonly ids: Ids;
  readonly clock: Clock;
  readonly sender: Sender;
  /** These users' feeds have grown. */
  readonly onGrown: (userIds: readonly number[]) => void;
}

/** An announcement, the id of its message, and the trace in which its delivery goes on. */
export interface Announcing {
  readonly id: string;
  readonly announcement: Announcement;
  readonly traceparent: string | undefined;
}

export type News = Facts & { readonly announcing: readonly Announcing[] };

/** The deliveries and users of a transaction, handed over once it is committed. */
export interface Announced {
  readonly planned: readonly Planned[];
  readonly userIds: readonly number[];
}

/** Announcements that are numbered and planned, and not yet written. */
export interface Prepared {
  readonly announced: Announced;
  readonly calls: readonly FunctionCall[];
}

/**
 * Writes what users are told into their feeds, and plans its deliveries: one statement reads and one writes, whatever
 * there is to tell.
 */
export const createAnnouncer = (deps: AnnouncerDeps) => ({
  /**
   * Without locks: the statement with its calls fails with RP001 when a feed has grown since. Undefined where an ordered
   * endpoint is told, because which of its deliveries comes next is decided under a lock.
   */
  prepare: async (news: News): Promise<Prepared | undefined> => {
    const { background, ...prepared } = await prepare(deps, deps.db, news);
    return background?.endpoints.some((endpoint) => endpoint.is_ordered) === true ? undefined : prepared;
  },

  /** In a transaction that locks the feeds. */
  announce: async (tx: Tx, news: News): Promise<Announced> => {
    if (news.announcing.length > 0) await lockFeeds(tx, wantedBy(news.announcing).userIds);
    const { announced, calls } = await prepare(deps, tx, news);
    await callAll(tx, calls);
    return announced;
  },

  /** To be called after the commit. */
  handOver: ({ planned, userIds }: Announced): void => {
    const { sender, onGrown } = deps;
    sender.take(planned.flatMap(({ leased }): readonly LeasedDelivery[] => (leased === undefined ? [] : [leased])));
    for (const { delivery, leased } of planned)
      if (leased === undefined && !delivery.waits) sender.expectMoreOf(delivery.receiver);
    if (userIds.length > 0) onGrown(userIds);
  },
});

export type Announcer = ReturnType<typeof createAnnouncer>;

const prepare = async (
  { ids, clock, sender }: AnnouncerDeps,
  db: Tx,
  { charges, invoices, announcing }: News,
): Promise<Prepared & { readonly background: FeedBackground | undefined }> => {
  const facts = { charges, invoices };
  const now = clock.now().toISOString();
  const toWrite = (writing: Omit<FeedWriting, 'facts'>) => [writingOf({ facts, ...writing }, now)];
  if (announcing.length === 0) {
    const calls = charges.length + invoices.length === 0 ? [] : toWrite({ ends: [], messages: [], planned: [] });
    return { announced: { planned: [], userIds: [] }, calls, background: undefined };
  }
  const wanted = wantedBy(announcing);
  const background = await readFeeds(db, wanted, facts);
  const leaseEndsAtMs = leaseEndsAt();
  const writer = createFeedWriter(background);
  const plan = createPlanner(background, { ids, admits: sender.admission() });
  const messages: Message[] = [];
  const planned: Planned[] = [];
  for (const { id, announcement, traceparent } of announcing) {
    const message = writer.write(id, announcement);
    messages.push(message);
    for (const delivery of plan(message))
      planned.push({ delivery, leased: leasedOf(delivery, message, { now, leaseEndsAtMs, traceparent }) });
  }
  const deliveries = planned.map(({ delivery }) => delivery);
  const calls = toWrite({ ends: background.feeds, messages, planned: deliveries });
  return { announced: { planned, userIds: wanted.userIds }, calls, background };
};

const wantedBy = (announcing: readonly Announcing[]) => ({
  userIds: unique(announcing.map(({ announcement }) => announcement.userId)),
  chargeIds: unique(announcing.map(({ announcement }) => (announcement.isOwner ? announcement.chargeId : null))),
  invoiceIds: unique(announcing.map(({ announcement }) => announcement.invoiceId)),
});

const unique = <T extends string | number>(all: readonly (T | null)[]): readonly T[] => [
  ...new Set(all.filter((one): one is T => one !== null)),
];
