import { type Tx } from '@repasse/chassis/postgres/database';
import {
  type LostEvents,
  type Restoration,
  type RestoreContext,
  type Unrestored,
} from '@repasse/chassis/restore/restoration';
import { loadOffsets } from '@repasse/chassis/consumer/progress';
import { placeName } from '@repasse/chassis/bus/bus';
import { type Config } from './config';
import { consumedTopics } from './consume/consumed-types';
import { rebuildAttempts, type LostAttempt } from './store/rebuild-attempts';
import { moveFeedsOn } from './store/feeds';

const rebuild = async (tx: Tx, lost: readonly LostEvents[]): Promise<readonly Unrestored[]> => {
  const attempts = lost.flatMap(({ events }) => events).filter(isAttempt);
  const known = await rebuildAttempts(tx, attempts);
  return lost
    .filter(({ key }) => !known.has(key))
    .map(({ key }) => ({ what: 'a delivery, which is made again under the same webhook-id', key }));
};

const isAttempt = (event: { readonly type: string }): event is LostAttempt => event.type.startsWith('repasse.webhook.');

/** No event becomes more messages than this in one feed. */
const messagesPerEventMax = 4;

/**
 * Events are consumed again, and their messages get the numbers behind the ends of the feeds. Some of these were
 * seen by receivers with another message, so the feeds go on behind all of them.
 */
const finish = async ({ db, bus, report }: RestoreContext<Config>): Promise<readonly Unrestored[]> => {
  const ends = await bus.ends(consumedTopics);
  const reached = new Map((await loadOffsets(db)).map((offset) => [placeName(offset), offset.nextOffset]));
  const behind = ends.map((end) => Math.max(0, end.endOffset - (reached.get(placeName(end)) ?? end.firstOffset)));
  const events = behind.reduce((sum, one) => sum + one, 0);
  if (events === 0) return [];
  const numbers = events * messagesPerEventMax;
  report(`${String(events)} events are consumed again; every feed goes on ${String(numbers)} numbers later.`);
  await moveFeedsOn(db, numbers);
  return [];
};

/** How deliveries and feeds come back after a restore. */
export const dispatcherRestoration: Restoration<Config> = {
  service: 'webhook-dispatcher',
  topics: ['webhook.events.v1'],
  rebuild,
  numbers: [],
  finish,
  neverRestored: [
    'endpoints registered or changed meanwhile, and signing secrets made or rotated meanwhile: their merchants do it again',
    'which messages made meanwhile were delivered: they are delivered again under the same webhook-id, which receivers have seen',
    'bodies of receivers’ answers in the delivery log',
    'the order of messages in a feed where topics are read in another order: a reader of GET /events reads again from a message before the backup',
  ],
};
