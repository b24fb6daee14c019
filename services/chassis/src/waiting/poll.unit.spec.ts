import { AsyncLocalStorage } from 'node:async_hooks';
import { createLogger } from '../log/logger';
import { eventually } from '../testing/eventually';
import { every, poll, type Poll } from './poll';

const log = createLogger({ service: 'test', level: 'silent' });
const neverMs = 3_600_000;

/** A run that lasts until the test ends it, and its result. */
const createGatedRun = () => {
  const state = { begun: 0, underWay: 0, underWayMost: 0 };
  const gates: ((isMore: boolean) => void)[] = [];
  const run = async (): Promise<boolean> => {
    state.begun += 1;
    state.underWay += 1;
    state.underWayMost = Math.max(state.underWayMost, state.underWay);
    const isMore = await new Promise<boolean>((resolve) => gates.push(resolve));
    state.underWay -= 1;
    return isMore;
  };
  return { state, run, end: (isMore = false) => gates.shift()?.(isMore) };
};

let started: Poll | undefined;
const start = (options: Partial<Parameters<typeof poll>[0]>): Poll =>
  (started = poll({ name: 'test', intervalMs: neverMs, log, run: () => Promise.resolve(false), ...options }));

afterEach(async () => {
  jest.restoreAllMocks();
  await started?.stop();
  started = undefined;
});

describe('a poll', () => {
  it('runs at once, and again after each interval', async () => {
    let runs = 0;
    start({ intervalMs: 1, run: async () => ++runs < 0 });

    await eventually(() => runs > 2);
  });

  it('runs again at once while there is more to do', async () => {
    let runs = 0;
    start({ run: async () => ++runs < 5 });

    await eventually(() => runs === 5);
  });

  it('is woken from its sleep', async () => {
    let runs = 0;
    const loop = start({ run: async () => ++runs < 0 });
    await eventually(() => runs === 1);

    loop.wake();

    await eventually(() => runs === 2);
  });

  it('runs once more after a run during which it was woken, however often, and never two at a time', async () => {
    const { state, run, end } = createGatedRun();
    const loop = start({ run });
    await eventually(() => state.begun === 1);

    for (let wakes = 0; wakes < 3; wakes += 1) loop.wake();
    end();

    await eventually(() => state.begun === 2);
    end();
    await eventually(() => state.underWay === 0);
    expect(state).toMatchObject({ begun: 2, underWayMost: 1 });
  });

  it('runs only when it is woken, with an interval without end', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    let runs = 0;
    const loop = start({ firstDelayMs: Infinity, intervalMs: Infinity, run: async () => ++runs < 0 });
    expect(timers).not.toHaveBeenCalled();

    loop.wake();

    await eventually(() => runs === 1);
  });

  it('runs once for wakes that may wait for each other, and not before the first of them is due', async () => {
    let runs = 0;
    const loop = start({ firstDelayMs: neverMs, run: async () => ++runs < 0 });

    loop.wakeWithin(20);
    loop.wakeWithin(neverMs);
    loop.wakeWithin(25);
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(0);

    await eventually(() => runs === 1);
    // A wake that is due at once does not wait for one that is due later.
    loop.wakeWithin(neverMs);
    loop.wake();
    await eventually(() => runs === 2);
  });

  it('remembers a wake during a run that may wait', async () => {
    const { state, run, end } = createGatedRun();
    const loop = start({ run });
    await eventually(() => state.begun === 1);

    loop.wakeWithin(5);
    end();

    await eventually(() => state.begun === 2);
    end();
  });

  it('rests as long as a run asks for, in spite of wakes', async () => {
    // Longer than a busy machine keeps this test waiting between two lines.
    const restMs = 500;
    const timers = jest.spyOn(globalThis, 'setTimeout');
    let runs = 0;
    const loop = start({ run: async () => (++runs === 1 ? { restMs } : false) });
    await eventually(() => timers.mock.calls.some(([, ms]) => ms === restMs));

    loop.wake();
    await new Promise((resolve) => setImmediate(resolve));
    expect(runs).toBe(1);

    await eventually(() => runs === 2);
  });

  it('waits for a wake after the rest of a run that has done all, and heeds one that came during it', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const sleeping = (ms: number) => eventually(() => timers.mock.calls.at(-1)?.[1] === ms);
    let runs = 0;
    const loop = start({ intervalMs: neverMs, run: async () => ({ restMs: 30 + ++runs, isDone: true }) });
    await sleeping(31);
    loop.wake();

    await eventually(() => runs === 2);
    await sleeping(neverMs);
    expect(runs).toBe(2);

    loop.wake();
    await eventually(() => runs === 3);
  });

  it('is woken before its first run is due', async () => {
    let runs = 0;
    const loop = start({ firstDelayMs: neverMs, run: async () => ++runs < 0 });

    loop.wake();

    await eventually(() => runs === 1);
  });

  it('sleeps no longer than the interval has become', async () => {
    let runs = 0;
    let intervalMs = neverMs;
    const loop = start({ intervalMs: () => intervalMs, run: async () => ++runs < 0 });
    await eventually(() => runs === 1);

    intervalMs = 1;
    loop.hurry();

    await eventually(() => runs > 1);
  });

  it('is not put off by an interval that has become longer', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    let runs = 0;
    let intervalMs = neverMs;
    const loop = start({ intervalMs: () => intervalMs, run: async () => ++runs < 0 });
    await eventually(() => timers.mock.calls.some(([, ms]) => ms === neverMs));

    intervalMs = 2 * neverMs;
    loop.hurry();

    expect(timers.mock.calls.map(([, ms]) => ms)).not.toContain(2 * neverMs);
  });

  it('runs in the context of the code that started it, not of the code that wakes it', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const loop = start({
      run: async () => {
        seen.push(context.getStore());
        return false;
      },
    });
    await eventually(() => seen.length === 1);

    context.run('a request', () => loop.wake());

    await eventually(() => seen.length === 2);
    expect(seen).toEqual([undefined, undefined]);
  });
});

describe('a run that fails', () => {
  it('is tried again, with the interval back when it succeeds', async () => {
    let runs = 0;
    const loop = start({
      run: async () => {
        runs += 1;
        if (runs < 3) throw new Error('The database is away.');
        return false;
      },
    });

    await eventually(() => runs === 3);
    loop.wake();
    await eventually(() => runs === 4);
  });

  it('is not hurried by wakes, and is tried again', async () => {
    const { state, run, end } = createGatedRun();
    let isAway = true;
    const loop = start({
      run: async () => {
        await run();
        if (isAway) throw new Error('The database is away.');
        return false;
      },
    });
    await eventually(() => state.begun === 1);
    end();
    await eventually(() => state.underWay === 0);

    for (let wakes = 0; wakes < 100; wakes += 1) loop.wake();
    // Lets resolved promises continue: a wake that cut the pause would have begun another run.
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.begun).toBe(1);

    isAway = false;
    await eventually(() => state.begun === 2);
    end();
  });
});

describe('a poll that stops', () => {
  it('does not wait for a rest', async () => {
    let runs = 0;
    const loop = start({ run: async () => ++runs > 0 && { restMs: neverMs } });
    await eventually(() => runs === 1);

    await loop.stop();

    expect(runs).toBe(1);
  });

  it('does not wait for its sleep, and runs no more', async () => {
    let runs = 0;
    const loop = start({ run: async () => ++runs < 0 });
    await eventually(() => runs === 1);

    await loop.stop();
    loop.wake();

    expect(runs).toBe(1);
  });

  it('waits for the run under way, and not for what more there is', async () => {
    const { state, run, end } = createGatedRun();
    const loop = start({ run });
    await eventually(() => state.begun === 1);

    const stopped = loop.stop();
    end(true);
    await stopped;

    expect(state).toMatchObject({ begun: 1, underWay: 0 });
  });

  it('does not begin a pause after a run that fails meanwhile', async () => {
    const { state, run, end } = createGatedRun();
    const loop = start({
      run: async () => {
        await run();
        throw new Error('The database is away.');
      },
    });
    await eventually(() => state.begun === 1);
    const timers = jest.spyOn(globalThis, 'setTimeout');

    const stopped = loop.stop();
    end();
    await stopped;

    expect(timers).not.toHaveBeenCalled();
  });

  it('does not wait for the pause after a fault', async () => {
    let runs = 0;
    const loop = start({
      run: () => {
        runs += 1;
        return Promise.reject(new Error('The database is away.'));
      },
    });
    await eventually(() => runs > 0);

    await loop.stop();
    expect(loop.isAlive()).toBe(false);
  });
});

describe('a poll is alive', () => {
  it('while it sleeps, and not after it was stopped', async () => {
    let runs = 0;
    const loop = start({ run: async () => ++runs < 0 });
    await eventually(() => runs === 1);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + neverMs);

    expect(loop.isAlive()).toBe(true);
    await loop.stop();
    expect(loop.isAlive()).toBe(false);
  });

  it('until a run has hung for a minute', async () => {
    const { state, run, end } = createGatedRun();
    const loop = start({ run });
    await eventually(() => state.begun === 1);
    const now = performance.now();

    expect(loop.isAlive()).toBe(true);
    jest.spyOn(performance, 'now').mockReturnValue(now + 61_000);
    expect(loop.isAlive()).toBe(false);

    end();
    await eventually(() => loop.isAlive());
  });
});

it('every: runs on its interval whatever a run returns, and not before the first delay', async () => {
  let runs = 0;
  started = every({ name: 'test', intervalMs: neverMs, log, run: async () => (runs += 1) > 0 });
  await eventually(() => runs === 1);
  await started.stop();
  expect(runs).toBe(1);

  started = every({ name: 'test', intervalMs: 1, firstDelayMs: neverMs, log, run: async () => (runs += 1) });
  await started.stop();
  expect(runs).toBe(1);
});
