import { startConsumer } from '@repasse/chassis/consumer/consumer';
import { loadOffsets } from '@repasse/chassis/consumer/progress';
import { placeName, type PlaceOffset } from '@repasse/chassis/bus/bus';
import { type RestoreContext } from '@repasse/chassis/restore/restoration';
import { createMetrics } from '@repasse/chassis/telemetry/metrics';
import { topicOf } from '@repasse/contracts';
import { untilDone } from '@repasse/chassis/waiting/until-done';
import { releaseScheduleOf, type Config } from '../config';
import { bookedTopics, consumeBookings } from './consume-bookings';

/** Payouts wait: they end withdrawals, which are not there yet. */
const topics = bookedTopics.filter((topic) => topic !== topicOf('repasse.payout.settled.v1'));

/** Asked so often while events are booked again; a batch takes about as long. */
const lookDelays = { firstMs: 200, maxMs: 1_000 };

/** A message books some hundred entries at most: a charge has a hundred recipients, and each of them four lines. */
const entriesPerMessageMax = 1_000;

type Context = RestoreContext<Config>;

/**
 * Entries are numbered in the order in which they are booked, which is another one the second time. So the numbers of all
 * that are booked again lie behind those that were given.
 */
export const skipEntryNumbers = async ({ db, bus }: Context): Promise<void> => {
  const behind = (await placesBehind({ db, bus })).reduce((sum, { messages }) => sum + messages, 0);
  if (behind === 0) return;
  await db.query(
    `select setval(s.name::regclass, nextval(s.name::regclass) + $1)
     from (select pg_get_serial_sequence('postings', 'entry_id') as name) s`,
    [behind * entriesPerMessageMax],
  );
};

/** Books what charges and payments have told meanwhile, as the service does. */
export const catchUp = async (context: Context): Promise<void> => {
  const { config, db, bus, log, clock, ids, report } = context;
  const service = 'split-settlement';
  const metrics = createMetrics(service);
  const booking = { schedule: releaseScheduleOf(config), coinFeeBps: config.coinFeeBps, clock, ids, log };
  const consumption = consumeBookings({ ...booking, count: () => undefined }, () => undefined, topics);
  const consumer = await startConsumer({
    ...{ service, db, bus, log, metrics, consumptions: [consumption], waitsForDisk: true },
  });
  try {
    await new Promise<void>((resolve) => {
      const isCaughtUp = async (): Promise<boolean> => {
        const behind = await placesBehind(context);
        if (behind.length === 0) resolve();
        return behind.length === 0;
      };
      untilDone({ name: 'catching up', log, delays: lookDelays, run: isCaughtUp });
    });
  } finally {
    await consumer.stop();
  }
  report('All events of charges and payments are booked.');
};

const placesBehind = async ({ db, bus }: Pick<Context, 'db' | 'bus'>) => {
  const reached = new Map((await loadOffsets(db)).map((offset): [string, PlaceOffset] => [placeName(offset), offset]));
  const ends = await bus.ends(topics);
  return ends.flatMap(({ topic, partition, firstOffset, endOffset }) => {
    const from = Math.max(firstOffset, reached.get(placeName({ topic, partition }))?.nextOffset ?? 0);
    return from < endOffset ? [{ topic, partition, messages: endOffset - from }] : [];
  });
};
