import { type Bus, type IncomingMessage, type OutgoingMessage, type SubscribeOptions } from '../src/bus/bus';
import { OffsetsLostError } from '../src/bus/internal/offsets-lost';
import { writing, type Consumption } from '../src/consumer/consumer';
import { asPaid, message, newKey } from './bus-harness';
import { bus, db, effectsOf, parkedReason, start, useConsumers } from './consumer-harness';
import { endOfLog, isOnDisk } from './log-position';

useConsumers();

/** A bus elsewhere whose messages the test hands over. */
const busByHand = () => {
  const handed: { options?: SubscribeOptions } = {};
  const byHand: Bus = {
    ...bus,
    isOnOtherServer: true,
    subscribe: async (options) => {
      handed.options = options;
      return { isAlive: () => true, stop: async () => undefined };
    },
  };
  const options = (): SubscribeOptions => {
    if (handed.options === undefined) throw new Error('Nothing has subscribed.');
    return handed.options;
  };
  return {
    bus: byHand,
    handOver: (...batch: IncomingMessage[]) => options().onBatch(batch),
    settle: async () => (await options().settleOffsets?.())?.map(({ nextOffset }) => nextOffset),
  };
};

/** The offsets of a broker have holes. */
const offsetOf = (position: number): number => position * 10;

/** As a reader has it that began before the first message. */
const incoming = (outgoing: OutgoingMessage): IncomingMessage => {
  const position = Number(outgoing.headers['ce_position']);
  return {
    ...outgoing,
    partition: 0,
    offset: offsetOf(position),
    value: JSON.parse(outgoing.value) as unknown,
    followsOffset: position === 1 ? 0 : offsetOf(position - 1) + 1,
  };
};

/** The database as a crash of the server leaves it that takes back everything after the position. */
const goBackTo = async (key: string, position: number): Promise<void> => {
  await db.query('delete from effects where key = $1 and position > $2', [key, position]);
  await db.query('update consumed_positions set position = $2 where key = $1', [key, position]);
  await db.query('update consumed_offsets set next_offset = $1', [offsetOf(position) + 1]);
  if (position > 0) return;
  await db.query('delete from consumed_positions where key = $1', [key]);
  await db.query('delete from consumed_offsets');
};

const recording = writing((events) => [{ name: 'record_effects', values: [JSON.stringify(events)] }]);

describe('a database that a crash took back', () => {
  const startBy = async (more: Partial<Consumption> = {}) => {
    const byHand = busByHand();
    await start(more, byHand.bus, { waitsForDisk: false });
    return byHand;
  };

  describe.each([
    { how: 'in one statement', more: recording },
    { how: 'in a transaction', more: {} },
  ])('gets what it lost before it gets more, $how', ({ more }) => {
    it.each([{ left: 1 }, { left: 0 }])('when $left of 2 events are left', async ({ left }) => {
      const key = newKey();
      const events = [1, 2, 3].map((position) => incoming(message(key, position)));
      const [first, second, third] = events as [IncomingMessage, IncomingMessage, IncomingMessage];
      const byHand = await startBy(more);
      await byHand.handOver(first);
      await byHand.handOver(second);
      await goBackTo(key, left);

      await expect(byHand.handOver(third)).rejects.toThrow(OffsetsLostError);
      expect(await effectsOf(key)).toHaveLength(left);
      expect(await parkedReason(key)).toBe(left === 0 ? undefined : null);

      await byHand.handOver(...events.slice(left));
      expect(await effectsOf(key)).toEqual([1, 2, 3]);
    });
  });

  it('takes messages that it has already, and those of another reader', async () => {
    const key = newKey();
    const [first, second] = [incoming(message(key, 1)), incoming(message(key, 2))];
    const byHand = await startBy(recording);
    await byHand.handOver(first, second);

    await byHand.handOver(second);
    await byHand.handOver({ ...incoming(message(key, 3)), followsOffset: first.offset + 1 });

    expect(await effectsOf(key)).toEqual([1, 2, 3]);
  });

  it('forgets the deferred messages that are behind what it lost, since they come again', async () => {
    const key = newKey();
    const [first, idle] = [incoming(asPaid(message(key, 1))), incoming(message(key, 2))];
    const third = incoming(asPaid(message(key, 3)));
    const byHand = await startBy({ ...recording, types: ['repasse.charge.paid.v1'] });
    await byHand.handOver(first);
    await byHand.handOver(idle);
    await goBackTo(key, 0);

    await expect(byHand.handOver(third)).rejects.toThrow(OffsetsLostError);
    await byHand.handOver(first, idle, third);

    expect(await effectsOf(key)).toEqual([1, 3]);
    expect(await parkedReason(key)).toBeNull();
  });

  it('does not mistake a hole within a batch for messages that were handed over', async () => {
    const key = newKey();
    const [first, third] = [incoming(message(key, 1)), incoming(message(key, 3))];
    const byHand = await startBy(recording);

    await expect(byHand.handOver(first, third)).rejects.toThrow(OffsetsLostError);
    expect(await effectsOf(key)).toEqual([]);
  });
});

describe('settling offsets', () => {
  it('stores what is deferred, and fails when something before it was lost', async () => {
    const key = newKey();
    const byHand = busByHand();
    await start({ ...recording, types: ['repasse.charge.paid.v1'] }, byHand.bus, { waitsForDisk: false });
    await byHand.handOver(incoming(message(key, 1)));
    expect(await byHand.settle()).toEqual([offsetOf(1) + 1]);

    await goBackTo(key, 0);
    expect(await byHand.settle()).toEqual([]);
    await byHand.handOver(incoming(message(key, 2)));
    await expect(byHand.settle()).rejects.toThrow(OffsetsLostError);
  });

  it('waits until the offsets are on disk', async () => {
    const key = newKey();
    const byHand = busByHand();
    await start(recording, byHand.bus, { waitsForDisk: false });
    await byHand.handOver(incoming(message(key, 1)));
    const end = await endOfLog(db);

    await byHand.settle();

    expect(await isOnDisk(db, end)).toBe(true);
  });
});
