import { createInTurn } from './in-turn';

describe('work in turn', () => {
  const waiting = () => {
    let finish: () => void = () => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { done, finish };
  };

  it('runs one after another under one key, also after a failure', async () => {
    const inTurn = createInTurn();
    const gate = waiting();
    const order: string[] = [];
    const first = inTurn(async () => {
      await gate.done;
      order.push('first');
      throw new Error('first failed');
    }, 'a');
    const second = inTurn(() => Promise.resolve(order.push('second')), 'a');
    gate.finish();
    await expect(first).rejects.toThrow('first failed');
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('does not wait for other keys', async () => {
    const inTurn = createInTurn();
    const gate = waiting();
    const slow = inTurn(() => gate.done, 'a');
    await expect(inTurn(() => Promise.resolve('b'), 'b')).resolves.toBe('b');
    gate.finish();
    await slow;
  });
});
