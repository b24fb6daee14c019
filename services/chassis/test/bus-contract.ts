import { lagIn, placeName, type Bus, type IncomingMessage } from '../src/bus/bus';
import { fromMessage } from '../src/bus/envelope';
import { partitionOf } from '../src/bus/internal/partitioner';
import { eventually } from '../src/testing/eventually';
import {
  collect,
  createBusHarness,
  distinct,
  elsewhere,
  message,
  messages,
  newGroup,
  newKey,
  otherTopic,
  partitions,
  patient,
  positionsOf,
  topic,
  upTo,
  type BusHarness,
} from './bus-harness';

/** What every bus promises. `makeBus` opens one more connection to the same broker. */
export const describeBus = (name: string, makeBus: () => Promise<Bus>): void => {
  describe(`the bus on ${name}`, () => {
    const harness = createBusHarness(makeBus);
    afterEach(() => harness.closeAll());

    describeDelivery(harness);
    describeFailures(harness);
    describeGroups(harness);
    describeLookups(harness);
  });
};

const describeDelivery = ({ open }: BusHarness): void => {
  it('delivers the messages of a key in order, as they were sent', async () => {
    const bus = await open();
    const keys = [newKey(), newKey(), newKey()];
    const { received } = await collect(bus, newGroup());

    for (const position of upTo(20)) await bus.publish(keys.map((key) => message(key, position)));

    await eventually(() => keys.every((key) => distinct(positionsOf(received, key)).length === 20), patient);
    for (const key of keys) {
      expect(distinct(positionsOf(received, key))).toEqual(upTo(20));
      const sent = message(key, 1);
      const first = received.filter((incoming) => incoming.key === key).slice(0, 1);
      expect(first).toMatchObject([{ topic, key, headers: sent.headers, value: JSON.parse(sent.value) as object }]);
      expect(first.map(fromMessage)).toMatchObject([{ type: 'repasse.charge.created.v1', position: 1 }]);
    }
  });

  it('puts a key where every other adapter would', async () => {
    const bus = await open();
    const keys = Array.from({ length: 12 }, newKey);
    const { received } = await collect(bus, newGroup());

    await bus.publish(keys.map((key) => message(key, 1)));

    await eventually(() => keys.every((key) => positionsOf(received, key).length > 0), patient);
    const places = received.filter(({ key }) => keys.includes(key)).map(({ key, partition }) => [key, partition]);
    expect(places).toEqual(places.map(([key]) => [key, partitionOf(String(key), partitions)]));
  });

  it.each([
    { what: 'no larger than was asked for', limits: { maxBatchMessages: 8 }, messagesMax: 8, placesMin: 1 },
    // The rest between two batches gathers what a busy broker sends one partition at a time.
    { what: 'of all partitions and topics', limits: { intervalMsMin: 200 }, messagesMax: Infinity, placesMin: 2 },
  ])('hands over what has come in batches: $what', async ({ limits, messagesMax, placesMin }) => {
    const bus = await open();
    const keys = Array.from({ length: 6 }, newKey);
    await bus.publish(keys.flatMap((key) => [...messages(key, 1, 5), elsewhere(key)]));
    const batches: (readonly IncomingMessage[])[] = [];
    const onBatch = async (batch: readonly IncomingMessage[]) => void batches.push(batch);

    await collect(bus, newGroup(), { onBatch, topics: [topic, otherTopic], ...limits });

    const mine = () => batches.flat().filter(({ key }) => keys.includes(key));
    await eventually(() => mine().length >= 36, patient);
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(messagesMax);
    expect(Math.max(...batches.map((batch) => new Set(batch.map(placeName)).size))).toBeGreaterThanOrEqual(placesMin);
    expect(distinct(mine().map((incoming) => incoming.topic)).sort()).toEqual([topic, otherTopic].sort());
  });
};

const describeFailures = ({ open }: BusHarness): void => {
  it('brings a batch again, in order, until its handler succeeds', async () => {
    const bus = await open();
    const key = newKey();
    const seen: IncomingMessage[] = [];
    let failures = 0;
    const onBatch = async (batch: readonly IncomingMessage[]) => {
      const isMine = batch.some((incoming) => incoming.key === key);
      if (isMine && failures < 2) {
        failures += 1;
        throw new Error('The handler failed on purpose.');
      }
      seen.push(...batch);
    };
    await collect(bus, newGroup(), { onBatch });

    await bus.publish(messages(key, 1, 5));

    await eventually(() => distinct(positionsOf(seen, key)).length === 5, patient);
    expect(distinct(positionsOf(seen, key))).toEqual(upTo(5));
    expect(failures).toBe(2);
  });

  it('goes on where the group left off', async () => {
    const key = newKey();
    const group = newGroup();
    const before = await open();
    await before.publish(messages(key, 1, 3));
    const first = await collect(before, group);
    await eventually(() => positionsOf(first.received, key).length === 3, patient);
    await first.subscription.stop();
    await before.publish(messages(key, 4, 6));

    const second = await collect(await open(), group);

    await eventually(() => positionsOf(second.received, key).includes(6), patient);
    expect(positionsOf(second.received, key)).toEqual([4, 5, 6]);
    expect(positionsOf(first.received, key)).toEqual([1, 2, 3]);
  });
};

const describeGroups = ({ open }: BusHarness): void => {
  it('gives each group everything, also what was there before it came', async () => {
    const bus = await open();
    const key = newKey();
    await bus.publish(messages(key, 1, 3));
    const [one, other] = [await collect(bus, newGroup()), await collect(bus, newGroup())];

    await bus.publish(messages(key, 4, 5));

    for (const { received } of [one, other]) {
      await eventually(() => distinct(positionsOf(received, key)).length === 5, patient);
      expect(distinct(positionsOf(received, key))).toEqual(upTo(5));
    }
  });

  it('divides the partitions among members, and gives a leaving one’s to those who stay', async () => {
    const [busA, busB] = [await open(), await open()];
    const group = newGroup();
    const [a, b] = [await collect(busA, group), await collect(busB, group)];
    const keys = Array.from({ length: 24 }, newKey);
    let round = 0;
    const publishRound = async () => {
      round += 1;
      await busA.publish(keys.map((key) => message(key, round)));
    };
    const hasSome = (received: readonly IncomingMessage[]) => received.some(({ key }) => keys.includes(key));

    const publishUntilBothHaveSome = async () => {
      await publishRound();
      return hasSome(a.received) && hasSome(b.received);
    };
    await eventually(publishUntilBothHaveSome, { ...patient, everyMs: 200 });
    await b.subscription.stop();
    await publishRound();

    const hasAll = (key: string) => distinct(positionsOf([...a.received, ...b.received], key)).length === round;
    await eventually(() => keys.every(hasAll), patient);
    await eventually(() => keys.every((key) => positionsOf(a.received, key).includes(round)), patient);
  });

  it('is alive until it is stopped, and silent afterwards', async () => {
    const bus = await open();
    const key = newKey();
    const { received, subscription } = await collect(bus, newGroup());
    expect(subscription.isAlive()).toBe(true);

    await subscription.stop();
    await bus.publish([message(key, 1)]);

    expect(subscription.isAlive()).toBe(false);
    expect(positionsOf(received, key)).toEqual([]);
  });
};

const describeLookups = ({ open }: BusHarness): void => {
  it('replays one key from its first message', async () => {
    const bus = await open();
    const [key, other] = [newKey(), newKey()];
    await bus.publish(upTo(4).flatMap((position) => [message(key, position), message(other, position)]));

    const replayed = await bus.replay(topic, key);

    expect(positionsOf(replayed, key)).toEqual(upTo(4));
    expect(replayed.map(({ value }) => value)).toEqual(
      messages(key, 1, 4).map(({ value }) => JSON.parse(value) as object),
    );
    expect(await bus.replay(topic, newKey())).toEqual([]);
  });

  it('reads parts of partitions, with values or without, and says where they end', async () => {
    const bus = await open();
    const [key, other] = [newKey(), newKey()];
    const places = async () => new Map((await bus.ends([topic])).map((ends) => [placeName(ends), ends]));
    await bus.publish([message(key, 1), message(other, 1)]);
    const before = await places();
    await bus.publish([...messages(key, 2, 4), ...messages(other, 2, 4)]);
    const after = await places();
    const tail = [...after.values()].map(({ endOffset, ...place }) => ({
      ...{ topic, partition: place.partition, toOffset: endOffset },
      fromOffset: before.get(placeName(place))?.endOffset ?? 0,
    }));

    const read = async (hasValues: boolean) => {
      const found: IncomingMessage[] = [];
      await bus.read(tail, { hasValues, onMessages: async (some) => void found.push(...some) });
      return found;
    };
    const found = await read(true);
    expect([positionsOf(found, key), positionsOf(found, other)]).toEqual([
      [2, 3, 4],
      [2, 3, 4],
    ]);
    expect(found.filter((one) => one.key === key).map(({ value }) => value)).toEqual(
      messages(key, 2, 4).map(({ value }) => JSON.parse(value) as object),
    );
    const bare = await read(false);
    expect(bare.map(({ value }) => value)).toEqual(found.map(() => undefined));
    expect(positionsOf(bare, key)).toEqual([2, 3, 4]);
    expect([...after.values()].every(({ firstOffset, endOffset }) => firstOffset <= endOffset)).toBe(true);
  });

  it('ends a reading with the fault of its handler, and reads nothing where nothing is asked for', async () => {
    const bus = await open();
    await bus.publish(messages(newKey(), 1, 2));
    const ranges = (await bus.ends([topic])).map(({ partition, firstOffset, endOffset }) => ({
      ...{ topic, partition, fromOffset: firstOffset, toOffset: endOffset },
    }));
    const onMessages = () => Promise.reject(new Error('It has seen enough.'));

    await expect(bus.read(ranges, { hasValues: false, onMessages })).rejects.toThrow('It has seen enough.');
    const empty = ranges.map((range) => ({ ...range, fromOffset: range.toOffset }));
    await expect(bus.read(empty, { hasValues: true, onMessages })).resolves.toBeUndefined();
  });

  it('tells how far a group is behind', async () => {
    const bus = await open();
    const group = newGroup();
    const lag = async () => lagIn(await bus.lag(group, [topic]));
    const before = await lag();

    await bus.publish(messages(newKey(), 1, 7));
    expect(await lag()).toBe(before + 7);

    await collect(bus, group);
    await eventually(async () => (await lag()) === 0, patient);
  });
};
