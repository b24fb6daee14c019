import { fakeClock } from '@repasse/chassis/testing/clock';
import { type Answer } from './ask';
import { createBearer, type Grant } from './bearer';

const setUp = (grants: readonly Grant[] = []) => {
  const clock = fakeClock();
  let fetched = 0;
  const withBearer = createBearer(clock, () => {
    const planned = grants[fetched++];
    return Promise.resolve(planned ?? { token: `token-${fetched}`, usableMs: 60_000 });
  });
  const tokens: string[] = [];
  const ask = (...statuses: number[]): Promise<Answer> =>
    withBearer(
      () => 1_000,
      (token) => {
        tokens.push(token);
        const status = statuses.shift() ?? 200;
        return Promise.resolve(
          status === 200
            ? { outcome: 'answered', body: null }
            : { outcome: 'unavailable', status, detail: `The provider answered ${status}.` },
        );
      },
    );
  return { clock, ask, tokens };
};

describe('the bearer of a token', () => {
  it('uses a token until its time is over', async () => {
    const { clock, ask, tokens } = setUp();
    await ask();
    clock.advance(59_999);
    await ask();
    clock.advance(1);
    await ask();

    expect(tokens).toEqual(['token-1', 'token-1', 'token-2']);
  });

  it('fetches one for all who wait', async () => {
    const { ask, tokens } = setUp();
    await Promise.all([ask(), ask(), ask()]);

    expect(tokens).toEqual(['token-1', 'token-1', 'token-1']);
  });

  it('replaces a token that is turned away, once', async () => {
    const { ask, tokens } = setUp();

    expect(await ask(401)).toMatchObject({ outcome: 'answered' });
    expect(await ask(401, 401)).toMatchObject({ outcome: 'unavailable', status: 401 });
    expect(tokens).toEqual(['token-1', 'token-2', 'token-2', 'token-3']);
  });

  it('asks nothing without a token, and keeps no refusal', async () => {
    const { ask, tokens } = setUp([{ detail: 'The token endpoint answered 401.' }]);

    expect(await ask()).toEqual({
      outcome: 'unavailable',
      detail: 'No access token: The token endpoint answered 401.',
    });
    await ask();
    expect(tokens).toEqual(['token-2']);
  });
});
