import { createLogger } from '../log/logger';
import { eventually } from '../testing/eventually';
import { untilDone } from './until-done';

const log = createLogger({ service: 'test', level: 'silent' });
const soon = { firstMs: 1, maxMs: 1 };
const never = { firstMs: 3_600_000, maxMs: 3_600_000 };

it('tries again after a refusal and after a fault, and no more once it is done', async () => {
  let tries = 0;
  const trying = untilDone({
    name: 'test',
    log,
    delays: soon,
    run: async () => {
      tries += 1;
      if (tries === 2) throw new Error('The provider is away.');
      return tries === 3;
    },
  });
  await eventually(() => tries === 3);

  // Done, so there is nothing to wait for.
  await trying.stop();

  expect(tries).toBe(3);
});

it('stops without waiting for the next try', async () => {
  let tries = 0;
  const trying = untilDone({ name: 'test', log, delays: never, run: async () => ++tries < 0 });
  await eventually(() => tries === 1);

  await trying.stop();

  expect(tries).toBe(1);
});

it('waits for the try under way when it stops', async () => {
  let end: (isDone: boolean) => void = () => undefined;
  let tries = 0;
  const run = (): Promise<boolean> => {
    tries += 1;
    return new Promise((resolve) => (end = resolve));
  };
  const trying = untilDone({ name: 'test', log, delays: soon, run });
  let isStopped = false;

  const stopped = trying.stop().then(() => (isStopped = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(isStopped).toBe(false);
  end(false);
  await stopped;

  expect(tries).toBe(1);
});
