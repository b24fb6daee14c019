import { type AnyEvent } from '@repasse/contracts';
import { partitionOf } from '../src/bus/internal/partitioner';
import { type Tx } from '../src/postgres/database';
import { eventually } from '../src/testing/eventually';
import { message, messages, newKey, partitions, topic, upTo } from './bus-harness';
import {
  bus,
  db,
  effectsOf,
  expectEffects,
  parkedReason,
  recordEffect,
  start,
  stopAll,
  useConsumers,
} from './consumer-harness';
import { oneByOne } from './one-by-one';

useConsumers();

/** Another key of the same partition. */
const keyBeside = (key: string): string => {
  for (;;) {
    const other = newKey();
    if (partitionOf(other, partitions) === partitionOf(key, partitions)) return other;
  }
};

describe('poison', () => {
  const failingOn = (key: string, position: number, state: { isBroken: boolean; tries: number }) => {
    return async (event: AnyEvent, tx: Tx): Promise<void> => {
      if (event.subject === key && event.position === position && state.isBroken) {
        state.tries += 1;
        throw new Error('It cannot be booked.');
      }
      await recordEffect(event, tx);
    };
  };

  it('parks its aggregate, lets the others go on, and resumes in order once it is solved', async () => {
    const [key, other] = [newKey(), newKey()];
    const state = { isBroken: true, tries: 0 };
    await start({ handle: oneByOne(failingOn(key, 2, state)) });

    await bus.publish([...messages(key, 1, 3), ...messages(other, 1, 2)]);
    await expectEffects(other, [1, 2]);
    await eventually(async () => (await parkedReason(key)) === 'poison');
    await bus.publish([message(key, 4)]);
    await stopAll();
    expect(await effectsOf(key)).toEqual([1]);
    expect(state.tries).toBeGreaterThanOrEqual(3);

    state.isBroken = false;
    await db.query('update consumed_positions set retry_at = now() where parked_at is not null');
    await start({ handle: oneByOne(failingOn(key, 2, state)) });

    await expectEffects(key, upTo(4));
    await eventually(async () => (await parkedReason(key)) === null);
  });

  it('becomes a dead letter with its reason where order is worth less', async () => {
    const key = newKey();
    await start({ onPoison: 'dead-letter', handle: oneByOne(failingOn(key, 2, { isBroken: true, tries: 0 })) });

    await bus.publish(messages(key, 1, 3));

    await expectEffects(key, [1, 3]);
    const [deadLetter] = await bus.replay(`${topic}.dlq`, key);
    expect(deadLetter).toMatchObject({
      headers: { ce_position: '2', dlq_reason: 'handler.fault', dlq_detail: 'It cannot be booked.', dlq_topic: topic },
      value: JSON.parse(message(key, 2).value) as object,
    });
  });

  it.each(['dead-letter', 'park'] as const)('is put away once when it comes twice (%s)', async (onPoison) => {
    const key = newKey();
    const unreadable = { ...message(key, 2), value: '{}' };
    const behind = keyBeside(key);
    await start({ onPoison });
    await bus.publish([message(key, 1), unreadable, ...messages(behind, 1, 1)]);
    await expectEffects(behind, [1]);

    await bus.publish([unreadable, ...messages(behind, 2, 2)]);

    await expectEffects(behind, [1, 2]);
    expect(await effectsOf(key)).toEqual([1]);
    expect(await bus.replay(`${topic}.dlq`, key)).toHaveLength(onPoison === 'park' ? 0 : 1);
  });

  it('holds nobody up when it has no position', async () => {
    const key = newKey();
    await start();

    await bus.publish([{ topic, key, headers: { ce_type: 'nonsense' }, value: '{}' }, ...messages(key, 1, 2)]);

    await expectEffects(key, [1, 2]);
    expect(await bus.replay(`${topic}.dlq`, key)).toMatchObject([{ headers: { dlq_reason: 'message.poison' } }]);
  });

  it('is not what passes by itself', async () => {
    const key = newKey();
    let faults = 0;
    const handle = async (event: AnyEvent, tx: Tx): Promise<void> => {
      if (event.subject === key && faults < 5) {
        faults += 1;
        throw Object.assign(new Error('The provider is away.'), { isRetryable: true });
      }
      await recordEffect(event, tx);
    };
    await start({ handle: oneByOne(handle) });

    await bus.publish(messages(key, 1, 2));

    await expectEffects(key, [1, 2]);
    expect(await parkedReason(key)).toBeNull();
  });
});
