import { createLogger } from '../../log/logger';
import { eventually } from '../../testing/eventually';
import { superviseSubscription } from './supervise';

const log = createLogger({ service: 'test', level: 'silent' });
const intervalMs = 5;

const mortal = () => {
  const state = { isAlive: true, stops: 0 };
  return {
    state,
    subscription: {
      isAlive: () => state.isAlive,
      stop: async () => {
        state.stops += 1;
        state.isAlive = false;
      },
    },
  };
};

describe('a consumer that dies', () => {
  it('is stopped and started again', async () => {
    const lives = [mortal(), mortal()];
    let starts = 0;
    const supervised = await superviseSubscription(async () => lives[starts++]!.subscription, log, intervalMs);

    lives[0]!.state.isAlive = false;

    await eventually(() => starts === 2);
    expect(lives[0]!.state.stops).toBe(1);
    expect(supervised.isAlive()).toBe(true);
    await supervised.stop();
    expect(lives[1]!.state.stops).toBe(1);
  });

  it('is started again until that succeeds', async () => {
    const [first, last] = [mortal(), mortal()];
    let starts = 0;
    const start = async () => {
      starts += 1;
      if (starts === 1) return first.subscription;
      if (starts < 4) throw new Error('The broker is away.');
      return last.subscription;
    };
    const supervised = await superviseSubscription(start, log, intervalMs);

    first.state.isAlive = false;

    await eventually(() => starts === 4);
    await supervised.stop();
  });
});
