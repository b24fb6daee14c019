import { createTurns } from './turns';

/** Work that ends when it is told to. */
const begun = () => {
  let finish: (how?: Error) => void = () => undefined;
  const done = new Promise<void>((resolve, fail) => {
    finish = (how) => (how === undefined ? resolve() : fail(how));
  });
  return { done, finish };
};

describe('turns', () => {
  it('let work under one key wait for the work before it, and under another not', async () => {
    const inTurn = createTurns();
    const first = begun();
    const ended: string[] = [];
    const one = inTurn('a', () => first.done).then(() => ended.push('first'));
    const two = inTurn('a', () => Promise.resolve()).then(() => ended.push('second'));
    await inTurn('b', () => Promise.resolve()).then(() => ended.push('other'));

    expect(ended).toEqual(['other']);
    first.finish();
    await Promise.all([one, two]);
    expect(ended).toEqual(['other', 'first', 'second']);
  });

  it('go on after a failure, which only its own caller hears of', async () => {
    const inTurn = createTurns();
    const first = begun();
    const failed = inTurn('a', () => first.done);
    const next = inTurn('a', () => Promise.resolve('done'));
    first.finish(new Error('broken'));

    await expect(failed).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
  });
});
