import { type Bus, type IncomingMessage } from '../src/bus/bus';
import { eventually } from '../src/testing/eventually';
import { message, messages, newKey, upTo } from './bus-harness';
import { bus, expectEffects, parkedReason, start, useConsumers } from './consumer-harness';

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

  it('is closed when the missing event comes late', async () => {
    const key = newKey();
    await start();
    await bus.publish([message(key, 1), message(key, 3)]);
    await eventually(async () => (await parkedReason(key)) === 'gap');

    await bus.publish([message(key, 2), message(key, 4)]);

    await expectEffects(key, upTo(4));
  });
});
