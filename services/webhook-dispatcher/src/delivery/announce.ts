import { type Clock } from '@repasse/chassis/clock';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Announcement } from '../domain/announcements/announcement';
import { writeFeeds, readFeeds, type ChargeRow, type InvoiceRow, type Message } from '../store/feeds';
import { leaseEndsAt } from '../store/lease-time';
import { type LeasedDelivery } from '../store/leases';
import { createPlanner, leasedOf, type Planned } from './plan';
import { type Sender } from './sender';
import { createFeedWriter } from './feed-writer';

export type AnnouncerDeps = {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly sender: Sender;
  /** These users' feeds have grown. */
  readonly onGrown: (userIds: readonly number[]) => void;
};

/** An announcement, and the trace in which its delivery goes on. */
export type Announcing = { readonly announcement: Announcement; readonly traceparent: string | undefined };

export type News = {
  readonly charges: readonly ChargeRow[];
  readonly invoices: readonly InvoiceRow[];
  readonly announcing: readonly Announcing[];
};

/** What a transaction wrote, to be handed over once it is committed. */
export type Announced = { readonly planned: readonly Planned[]; readonly userIds: readonly number[] };

/**
 * Writes what users are told into their feeds, and plans its deliveries: two statements, whatever there is to tell. The
 * feeds are locked in between, so that their numbers have no gap.
 */
export const createAnnouncer = ({ ids, clock, sender, onGrown }: AnnouncerDeps) => ({
  announce: async (tx: Tx, { charges, invoices, announcing }: News): Promise<Announced> => {
    const wanted = wantedBy(announcing);
    const background = await readFeeds(tx, { charges, invoices, ...wanted });
    if (announcing.length === 0) return { planned: [], userIds: [] };

    const leaseEndsAtMs = leaseEndsAt();
    const now = clock.now().toISOString();
    const writer = createFeedWriter(background, ids);
    const plan = createPlanner(background, { ids, admits: sender.admission() });
    const messages: Message[] = [];
    const planned: Planned[] = [];
    for (const { announcement, traceparent } of announcing) {
      const message = writer.write(announcement);
      messages.push(message);
      for (const delivery of plan(message))
        planned.push({ delivery, leased: leasedOf(delivery, message, { now, leaseEndsAtMs, traceparent }) });
    }
    await writeFeeds(tx, { messages, planned: planned.map(({ delivery }) => delivery) }, now);
    return { planned, userIds: wanted.userIds };
  },

  /** To be called after the commit. */
  handOver: ({ planned, userIds }: Announced): void => {
    sender.take(planned.flatMap(({ leased }): readonly LeasedDelivery[] => (leased === undefined ? [] : [leased])));
    for (const { delivery, leased } of planned)
      if (leased === undefined && !delivery.waits) sender.expectMoreOf(delivery.receiver);
    if (userIds.length > 0) onGrown(userIds);
  },
});

export type Announcer = ReturnType<typeof createAnnouncer>;

const wantedBy = (announcing: readonly Announcing[]) => ({
  userIds: unique(announcing.map(({ announcement }) => announcement.userId)),
  chargeIds: unique(announcing.map(({ announcement }) => (announcement.isOwner ? announcement.chargeId : null))),
  invoiceIds: unique(announcing.map(({ announcement }) => announcement.invoiceId)),
});

const unique = <T extends string | number>(all: readonly (T | null)[]): readonly T[] => [
  ...new Set(all.filter((one): one is T => one !== null)),
];
