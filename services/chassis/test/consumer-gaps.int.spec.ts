import { type Bus, type IncomingMessage } from '../src/bus/bus';
import { eventually } from '../src/testing/eventually';
import { message, messages, newKey, upTo } from './bus-harness';
import { bus, db, effectsOf, expectEffects, log, parkedReason, start, stopAll, useConsumers } from './consumer-harness';

useConsumers();

/** The bus, but the subscription never gets some messages; a replay does. */
const losing = (isLost: (incoming: IncomingMessage) => boolean): Bus => ({
  ...bus,
  subscribe: (options) =>
    bus.subscribe({
      ...options,
      onBatch: (batch) => options.onBatch(batch.filter((incoming) => !isLost(incoming))),
    }),
});

const detailOf = async (key: string): Promise<string | null | undefined> => {
  const [row] = await db.query<{ detail: string | null }>(
    'select parked_detail as detail from consumed_positions where key = $1',
    [key],
  );
  return row?.detail;
};

describe('a gap', () => {
  it('parks the aggregate and is filled from the bus', async () => {
    const [key, other] = [newKey(), newKey()];
    await start(
      {},
      losing((incoming) => incoming.key === key && incoming.headers['ce_position'] === '2'),
    );

    await bus.publish([...messages(key, 1, 5), ...messages(other, 1, 2)]);

    await expectEffects(other, [1, 2]);
    await expectEffects(key, upTo(5));
    await eventually(async () => (await parkedReason(key)) === null);
  });

  it('that is older than the topic stays, and its reason says so; what the topic still has goes on', async () => {
    const [key, other] = [newKey(), newKey()];
    await start();
    await bus.publish([message(key, 1)]);
    await expectEffects(key, [1]);
    await stopAll();

    await bus.publish([message(key, 2), message(other, 1)]);
    // As when their months were dropped while the service was away.
    await log.query('delete from bus_messages where key <> $1', [other]);
    await bus.publish([message(key, 3)]);
    await start();

    await expectEffects(other, [1]);
    await eventually(async () => (await detailOf(key))?.includes('It may be older than the topic') === true);
    expect(await effectsOf(key)).toEqual([1]);
    expect(await parkedReason(key)).toBe('gap');
  });

  it('is closed when the missing event comes late', async () => {
    const key = newKey();
    await start();
    await bus.publish([message(key, 1), message(key, 3)]);
    await eventually(async () => (await parkedReason(key)) === 'gap');

    await bus.publish([message(key, 2), message(key, 4)]);

    await expectEffects(key, upTo(4));
  });
});
