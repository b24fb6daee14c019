import { topicNamed } from '@repasse/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestKafka } from '../../../deploy/test/kafka-for-tests';
import { lagIn, type Bus } from '../src/bus/bus';
import { createKafkaClient } from '../src/bus/kafka/internal/kafka-client';
import { KafkaSubscription } from '../src/bus/kafka/internal/kafka-subscription';
import { createSchemaCodec } from '../src/bus/kafka/internal/schema-codec';
import { partitionOf } from '../src/bus/internal/partitioner';
import { createOutageLog } from '../src/log/internal/outage-log';
import { createLogger } from '../src/log/logger';
import { eventually } from '../src/testing/eventually';
import { collect } from './bus-harness';
import { chargePaid, chargePaidEntry, newChargeId, openTestBus } from './bus-kafka-support';

const { topic } = chargePaidEntry;
const { partitions } = topicNamed('charge.events.v1');
/** The broker removes a member that was silent for 6 s; a rebalance after that takes a few more. */
const groupTimeoutMs = 20_000;

/** A charge id that lands in the given partition. */
const chargeIdIn = (partition: number): string => {
  for (;;) {
    const key = newChargeId();
    if (partitionOf(key, partitions) === partition) return key;
  }
};

const newGroup = (): string => `test.${newChargeId()}`;

const lagOf = async (bus: Bus, group: string): Promise<number> => lagIn(await bus.lag(group, [topic]));

interface Used {
  kafka: TestKafka;
  bus: Bus;
  /** Another process of the same service. */
  other: Bus;
}

/** How a member treats its partitions while its handler is slow or fails. */
export const describeSlowAndFailingHandlers = (started: () => TestKafka): void => {
  const used = useBuses(started);

  it('keeps its partitions while a handler works longer than the session lasts', async () => {
    const key = newChargeId();
    await used.bus.publish([chargePaid(key)]);
    const group = newGroup();
    let deliveries = 0;
    const { subscription } = await collect(used.bus, group, {
      onBatch: async (messages) => {
        if (!messages.some((message) => message.key === key)) return;
        deliveries += 1;
        await delay(7_000);
      },
    });

    await eventually(async () => (await lagOf(used.bus, group)) === 0, { timeoutMs: groupTimeoutMs });

    expect(deliveries).toBe(1);
    await subscription.stop();
  }, 30_000);

  it('goes on with other partitions while one of them fails, and skips nothing of that one', async () => {
    const [failing, healthy] = [chargeIdIn(0), chargeIdIn(1)];
    const group = newGroup();
    const seen: string[] = [];
    let isBroken = true;
    await used.bus.publish([chargePaid(failing), chargePaid(healthy)]);
    const { subscription } = await collect(used.bus, group, {
      onBatch: async (messages) => {
        if (isBroken && messages.some(({ partition }) => partition === 0)) throw new Error('The database is away.');
        seen.push(...messages.map(({ key }) => key));
      },
    });
    await eventually(() => seen.includes(healthy));
    expect(seen).not.toContain(failing);

    const later = chargeIdIn(1);
    await used.bus.publish([chargePaid(later)]);
    await eventually(() => seen.includes(later));
    isBroken = false;

    await eventually(() => seen.includes(failing));
    await eventually(async () => (await lagOf(used.bus, group)) === 0);
    await subscription.stop();
  });
};

/** As a broker does when messages are older than the topic keeps them. */
const deleteUpTo = async (
  { brokers }: TestKafka,
  { topic: of, partition, offset }: { readonly topic: string; readonly partition: number; readonly offset: number },
): Promise<void> => {
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    // Has the client learn where the topic's leaders are, which the deletion does not.
    await admin.fetchTopicOffsets(of);
    await admin.deleteTopicRecords({ topic: of, partitions: [{ partition, offset: String(offset) }] });
  } finally {
    await admin.disconnect();
  }
};

/** How a member loses its partitions, or never gets any. */
export const describeMembership = (started: () => TestKafka): void => {
  const used = useBuses(started);

  it('begins at the offsets of the group’s database, not at those of the broker', async () => {
    const [first, second] = [chargeIdIn(0), chargeIdIn(0)];
    const group = newGroup();
    await used.bus.publish([chargePaid(first)]);
    const before = await collect(used.bus, group);
    await eventually(() => before.received.some(({ key }) => key === first), { timeoutMs: groupTimeoutMs });
    const undone = before.received.find(({ key }) => key === first)?.offset ?? 0;
    // Stopping reports the offsets to the broker.
    await before.subscription.stop();
    await used.bus.publish([chargePaid(second)]);

    const nextOffsets = [{ topic, partition: 0, nextOffset: undone }];
    const after = await collect(used.other, group, { loadOffsets: () => Promise.resolve(nextOffsets) });
    await eventually(() => after.received.some(({ key }) => key === second), { timeoutMs: groupTimeoutMs });

    expect(after.received.filter(({ partition }) => partition === 0).map(({ key }) => key)).toEqual([first, second]);
    await after.subscription.stop();
  }, 40_000);

  it('goes on at the first kept message where the topic has ended before the stored offset', async () => {
    const [ended, kept] = [chargeIdIn(5), chargeIdIn(5)];
    await used.bus.publish([chargePaid(ended)]);
    const end = (await used.bus.ends([topic])).find(({ partition }) => partition === 5)?.endOffset ?? 0;
    await deleteUpTo(used.kafka, { topic, partition: 5, offset: end });
    await used.bus.publish([chargePaid(kept)]);

    const nextOffsets = [{ topic, partition: 5, nextOffset: 0 }];
    const { received, subscription } = await collect(used.bus, newGroup(), {
      loadOffsets: () => Promise.resolve(nextOffsets),
    });
    await eventually(() => received.some(({ key }) => key === kept), { timeoutMs: groupTimeoutMs });

    expect(received.filter(({ partition }) => partition === 5).map(({ key, offset }) => [key, offset])).toEqual([
      [kept, end],
    ]);
    await subscription.stop();
  }, 40_000);

  it('is not alive when it cannot join for too long', async () => {
    const log = createLogger({ service: 'test', level: 'silent' });
    const subscription = new KafkaSubscription({
      // No process listens on the port that TCP reserves for discarding.
      kafka: createKafkaClient(['127.0.0.1:9'], { log, outage: createOutageLog({ log, over: 'back' }) }),
      codec: createSchemaCodec(used.kafka.registryUrl),
      explain: (fault) => fault,
      log,
      group: newGroup(),
      topics: [topic],
      loadOffsets: () => Promise.resolve([]),
      onBatch: () => Promise.resolve(),
      silenceMsMax: 300,
    });
    expect(subscription.isAlive()).toBe(true);
    void subscription.start();

    await eventually(() => !subscription.isAlive());

    await subscription.stop();
  });
};

const useBuses = (started: () => TestKafka): Used => {
  const used = {} as Used;
  beforeAll(() => {
    used.kafka = started();
    used.bus = openTestBus(used.kafka);
    used.other = openTestBus(used.kafka);
  });
  afterAll(async () => {
    await used.bus.close();
    await used.other.close();
  });
  return used;
};
