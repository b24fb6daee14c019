import { type AnyEvent } from '@repasse/contracts';
import { partitionOf } from '../src/bus/internal/partitioner';
import { writing, type Handle } from '../src/consumer/consumer';
import { type EffectOf } from '../src/consumer/consumption';
import { eventually } from '../src/testing/eventually';
import { asPaid, elsewhere, message, messages, newKey, otherTopic, partitions, topic, upTo } from './bus-harness';
import {
  bus,
  commitsOf,
  db,
  effectsOf,
  expectEffects,
  parkedReason,
  positionOfKey,
  recordEffect,
  start,
  stopAll,
  useConsumers,
} from './consumer-harness';

useConsumers();

describe('consuming a topic', () => {
  it('hands a batch over as one, each event once', async () => {
    const [one, other] = [newKey(), newKey()];
    const sizes: number[] = [];
    await bus.publish([...messages(one, 1, 3), ...messages(one, 2, 4), ...messages(other, 1, 2)]);

    await start({
      handle: async (events, tx) => {
        sizes.push(events.filter(({ subject }) => subject === one).length);
        for (const event of events) await recordEffect(event, tx);
      },
    });

    await expectEffects(one, [1, 2, 3, 4]);
    await expectEffects(other, [1, 2]);
    expect(Math.max(...sizes)).toBe(4);
  });

  it.each([
    { waitsForDisk: false, isOnOtherServer: false, commit: 'off' },
    { waitsForDisk: false, isOnOtherServer: true, commit: 'off' },
    { waitsForDisk: true, isOnOtherServer: true, commit: 'on' },
  ])('waits for the disk only as it says: $waitsForDisk', async ({ waitsForDisk, isOnOtherServer, commit }) => {
    const key = newKey();
    const handle: Handle = async (events, tx) => {
      for (const event of events) await recordEffect(event, tx);
    };
    await start({ handle }, { ...bus, isOnOtherServer }, { waitsForDisk });
    await bus.publish(messages(key, 1, 1));

    await expectEffects(key, [1]);
    expect(await commitsOf(key)).toEqual([commit]);
  });

  it('does not wait for the disk where the effect is rows alone', async () => {
    const key = newKey();
    const effects = writing((events) => [{ name: 'record_effects', values: [JSON.stringify(events)] }]);
    await start(effects, bus, { waitsForDisk: true });
    await bus.publish(messages(key, 1, 1));

    await expectEffects(key, [1]);
    expect(await commitsOf(key)).toEqual(['off']);
  });

  it.each([
    { isOnOtherServer: false, commit: 'off' },
    { isOnOtherServer: true, commit: 'on' },
  ])(
    'waits for it where events leave for another server at once: $isOnOtherServer',
    async ({ isOnOtherServer, commit }) => {
      const key = newKey();
      const { effectOf, handle } = writing((events) => [{ name: 'record_effects', values: [JSON.stringify(events)] }]);
      const published: EffectOf = async (events) => ({
        calls: [],
        ...(await effectOf(events)),
        isPublishedAtOnce: true,
      });
      await start({ effectOf: published, handle }, { ...bus, isOnOtherServer }, { waitsForDisk: false });
      await bus.publish(messages(key, 1, 1));

      await expectEffects(key, [1]);
      expect(await commitsOf(key)).toEqual([commit]);
    },
  );

  it('takes one statement for an effect that is only written, and checks runs that are not next', async () => {
    const [one, other] = [newKey(), newKey()];
    await start(writing((events) => [{ name: 'record_effects', values: [JSON.stringify(events)] }]));
    await bus.publish([...messages(one, 1, 1), ...messages(other, 1, 1)]);
    await expectEffects(one, [1]);
    await expectEffects(other, [1]);

    const transaction = jest.spyOn(db, 'transaction');
    await bus.publish(messages(one, 2, 2));
    await expectEffects(one, [1, 2]);
    expect(transaction).not.toHaveBeenCalled();

    await bus.publish([...messages(one, 2, 3), ...messages(other, 3, 3)]);
    await expectEffects(one, [1, 2, 3]);
    await eventually(async () => (await parkedReason(other)) === 'gap');
    expect(await effectsOf(other)).toEqual([1]);
    transaction.mockRestore();
  });

  it('leaves an effect that is refused, or needs locks, to the transaction', async () => {
    const key = newKey();
    const written: string[] = [];
    const recorded: EffectOf = (events) => ({
      calls: [{ name: 'record_effects', values: [JSON.stringify(events)] }],
      onWritten: () => written.push(`recorded to ${events.at(-1)?.position}`),
    });
    const refused = { calls: [{ name: 'refuse_effects', values: ['{}'] }], onWritten: () => written.push('refused') };
    let effectOf = recorded;
    await start({ effectOf: (events) => effectOf(events) });
    await bus.publish(messages(key, 1, 1));
    await expectEffects(key, [1]);

    const transaction = jest.spyOn(db, 'transaction');
    for (const [index, next] of [() => undefined, () => refused, recorded].entries()) {
      effectOf = next;
      await bus.publish(messages(key, index + 2, index + 2));
      await expectEffects(key, upTo(index + 2));
    }

    expect(transaction).toHaveBeenCalledTimes(2);
    await eventually(() => written.includes('recorded to 4'));
    expect(written.filter((text) => !text.endsWith(' 1'))).toEqual(['recorded to 4']);
    transaction.mockRestore();
  });

  it('lets each event take effect once, in order, and calls afterCommit', async () => {
    const [one, other] = [newKey(), newKey()];
    const told: AnyEvent[] = [];
    await start({ afterCommit: (events) => told.push(...events) });

    await bus.publish([
      ...messages(one, 1, 3),
      ...messages(other, 1, 2),
      ...messages(one, 2, 3),
      ...messages(one, 4, 4),
    ]);

    await expectEffects(one, upTo(4));
    await expectEffects(other, upTo(2));
    expect(told.filter(({ subject }) => subject === one).map(({ position }) => position)).toEqual(upTo(4));
  });

  it('goes on where it was after a restart', async () => {
    const key = newKey();
    await start();
    await bus.publish(messages(key, 1, 2));
    await expectEffects(key, [1, 2]);
    await stopAll();
    await bus.publish(messages(key, 2, 4));

    await start();

    await expectEffects(key, upTo(4));
  });

  it('keeps the offset with the effect, so that both survive or neither', async () => {
    const key = newKey();
    await start();
    await bus.publish(messages(key, 1, 2));
    await expectEffects(key, [1, 2]);
    await stopAll();
    // As after a crash of the server that undid the last transactions.
    await db.query('delete from effects where key = $1 and position = 2', [key]);
    await db.query('update consumed_positions set position = 1 where key = $1', [key]);
    await db.query('update consumed_offsets set next_offset = next_offset - 1 where partition = $1', [
      partitionOf(key, partitions),
    ]);

    await start();

    await expectEffects(key, [1, 2]);
  });

  it('takes one transaction for all new messages, over topics and partitions', async () => {
    const keys = Array.from({ length: 12 }, newKey);
    const transactions: string[] = [];
    await bus.publish([...keys.flatMap((key) => messages(key, 1, 3)), ...keys.map(elsewhere)]);

    await start({
      topics: [topic, otherTopic],
      handle: async (events, tx) => {
        const [row] = await tx.query<{ id: string }>('select pg_current_xact_id()::text as id');
        for (const event of events) if (keys.includes(event.subject)) transactions.push(row?.id ?? '');
      },
    });
    await eventually(() => transactions.length === 48);

    expect(new Set(transactions).size).toBe(1);
  });

  it('moves on past types without an effect, together with the next that has one', async () => {
    const key = newKey();
    const seen: number[] = [];
    const handle = async (events: readonly AnyEvent[]) => void seen.push(...events.map(({ position }) => position));
    await start({ types: ['repasse.charge.paid.v1'], handle });
    await bus.publish([message(key, 1), message(key, 2)]);

    await eventually(async () => (await positionOfKey(key)) === 2);
    await bus.publish([message(key, 3), asPaid(message(key, 4))]);
    // The handler sees it before the transaction is committed.
    await eventually(async () => (await positionOfKey(key)) === 4);

    expect(seen).toEqual([4]);
  });

  it('moves on past events that have no effect', async () => {
    const key = newKey();
    await start({ hasEffect: ({ position }) => position !== 2 });
    await bus.publish(messages(key, 1, 3));

    await expectEffects(key, [1, 3]);
    expect(await positionOfKey(key)).toBe(3);
  });

  it('steps over types of a newer release', async () => {
    const key = newKey();
    const unknown = message(key, 2);
    await start();

    await bus.publish([
      message(key, 1),
      { ...unknown, headers: { ...unknown.headers, ce_type: 'repasse.charge.gilded.v1' } },
      message(key, 3),
    ]);

    await expectEffects(key, [1, 3]);
  });
});
