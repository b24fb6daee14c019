import { topicNamed } from '@repasse/contracts';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestKafka } from '../../../deploy/test/kafka-for-tests';
import { type Bus, type IncomingMessage } from '../src/bus/bus';
import { createKafkaClient } from '../src/bus/kafka/kafka-client';
import { KafkaSubscription } from '../src/bus/kafka/kafka-subscription';
import { createSchemaCodec } from '../src/bus/kafka/schema-codec';
import { partitionOf } from '../src/bus/partitioner';
import { createLogger } from '../src/log/logger';
import { eventually } from '../src/testing/eventually';
import { chargePaid, chargePaidEntry, newChargeId, openTestBus } from './bus-kafka-support';

const { topic } = chargePaidEntry;
const { partitions } = topicNamed('charge.events.v1');
/** The broker forgets a member it has not heard of for 6 s; a rebalance after that takes a few more. */
const groupTimeoutMs = 20_000;

/** A charge id that lands in the given partition. */
const chargeIdIn = (partition: number): string => {
  for (;;) {
    const key = newChargeId();
    if (partitionOf(key, partitions) === partition) return key;
  }
};

const newGroup = (): string => `test.${newChargeId()}`;

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
    const subscription = await used.bus.subscribe({
      group,
      topic,
      onBatch: async (messages) => {
        if (!messages.some((message) => message.key === key)) return;
        deliveries += 1;
        await delay(7_000);
      },
    });

    await eventually(async () => (await used.bus.lag(group, topic)) === 0, { timeoutMs: groupTimeoutMs });

    expect(deliveries).toBe(1);
    await subscription.stop();
  }, 30_000);

  it('goes on with other partitions while one of them fails, and skips nothing of that one', async () => {
    const [failing, healthy] = [chargeIdIn(0), chargeIdIn(1)];
    const group = newGroup();
    const seen: string[] = [];
    let isBroken = true;
    await used.bus.publish([chargePaid(failing), chargePaid(healthy)]);
    const subscription = await used.bus.subscribe({
      group,
      topic,
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
    await eventually(async () => (await used.bus.lag(group, topic)) === 0);
    await subscription.stop();
  });
};

/** How a member loses its partitions, or never gets any. */
export const describeMembership = (started: () => TestKafka): void => {
  const used = useBuses(started);

  it('tells a handler that its partition is lost when another member joins, and commits nothing of its batch', async () => {
    const key = newChargeId();
    const group = newGroup();
    await used.bus.publish([chargePaid(key)]);
    let wasLost = false;
    const hold = async (messages: readonly IncomingMessage[], signal: { isLost(): boolean }): Promise<void> => {
      if (wasLost || !messages.some((message) => message.key === key)) return;
      await eventually(() => signal.isLost(), { timeoutMs: groupTimeoutMs });
      wasLost = true;
    };
    const seenAfter: string[] = [];
    const note = async (messages: readonly IncomingMessage[]): Promise<void> => {
      if (wasLost) seenAfter.push(...messages.map((message) => message.key));
    };
    const first = await used.bus.subscribe({
      group,
      topic,
      onBatch: async (messages, signal) => {
        await note(messages);
        await hold(messages, signal);
      },
    });
    const second = await used.other.subscribe({ group, topic, onBatch: note });

    await eventually(() => seenAfter.includes(key), { timeoutMs: groupTimeoutMs });

    expect(wasLost).toBe(true);
    await Promise.all([first.stop(), second.stop()]);
  }, 40_000);

  it('is not alive when it cannot join for too long', async () => {
    const log = createLogger({ service: 'test', level: 'silent' });
    const subscription = new KafkaSubscription({
      // Nobody listens on the port that TCP reserves for discarding.
      kafka: createKafkaClient(['127.0.0.1:9'], log),
      codec: createSchemaCodec(used.kafka.registryUrl),
      log,
      group: newGroup(),
      topic,
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
