import { type BackoffLimits } from '../../../waiting/backoff';
import { type Logger } from '../../../log/logger';
import { type Database } from '../../../postgres/database';
import { poll, type Rest } from '../../../waiting/poll';
import { type PlaceOffset, type SubscribeOptions, type Subscription } from '../../bus';
import { createReportedOffsets } from '../../internal/reported-offsets';
import { type GroupSession } from './group-session';
import { createMembership } from './membership';
import { type News } from './news';
import { createOwnedPlaces } from './owned-places';
import { createPlaceReader } from './place-reader';

export interface SubscriptionDependencies {
  readonly db: Database;
  readonly session: GroupSession;
  readonly log: Logger;
}

export interface PostgresSubscription extends Subscription {
  onNews(news: News): void;
  /** Members came or went, or the connection was lost. */
  review(): void;
}

const retryLimits: BackoffLimits = { firstMs: 50, maxMs: 5_000 };

/**
 * A member of a group and its one reader: takes known new messages of all partitions it owns, and hands them over as
 * one batch; later ones are the next batch. Until all members have noticed that one came or went, two may read one
 * partition: offsets and positions in their database still let each message take effect once.
 */
export const startSubscription = (
  options: SubscribeOptions,
  { db, session, log }: SubscriptionDependencies,
): PostgresSubscription => {
  const { group, topics, wakesFor, intervalMsMin = 0 } = options;
  const owned = createOwnedPlaces();
  const reported = createReportedOffsets((offsets) => reportOffsets(db, group, offsets), log);
  const reader = createPlaceReader({ ...options, db, owned, reported, log });
  const membership = createMembership(options, session, owned);

  const lookAnew = (): void => {
    owned.clear();
    membership.hurry();
  };
  const step = async (): Promise<boolean | Rest> => {
    if (membership.dueInMs() === 0) await membership.review();
    const messages = await reader.take();
    if (messages.length === 0 || membership.isOutdated()) return false;
    const beganAtMs = performance.now();
    if (!(await reader.deliver(messages))) lookAnew();
    const leftMs = intervalMsMin - (performance.now() - beganAtMs);
    return leftMs > 0 ? { restMs: leftMs } : true;
  };
  const loop = poll({
    name: `bus reader of ${group}`,
    log,
    retryLimits,
    intervalMs: () => Math.min(membership.dueInMs(), reader.pausesForMs() ?? Infinity),
    run: () =>
      step().catch((fault: unknown) => {
        lookAnew();
        throw fault;
      }),
  });

  return {
    onNews: ({ topic, heads, types, message }) => {
      if (!topics.includes(topic)) return;
      for (const [partition, nextOffset] of heads) owned.learn({ topic, partition, nextOffset });
      if (message !== undefined) owned.notify(message);
      // Other messages are taken together with urgent ones, or at the next review.
      if (wakesFor === undefined || types.some((type) => wakesFor.has(type))) loop.wake();
    },
    review: () => {
      membership.hurry();
      loop.wake();
    },
    isAlive: () => loop.isAlive(),
    stop: async () => {
      await loop.stop();
      await reported.stop();
      await membership.leave().catch((fault: unknown) => log.warn({ err: fault, group }, 'group left without a word'));
    },
  };
};

const reportOffsets = async (db: Database, group: string, offsets: readonly PlaceOffset[]): Promise<void> => {
  await db.query('select bus_commit($1, $2, $3, $4)', [
    group,
    offsets.map(({ topic }) => topic),
    offsets.map(({ partition }) => partition),
    offsets.map(({ nextOffset }) => nextOffset),
  ]);
};
