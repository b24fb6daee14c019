import { systemClock, toIso, type Clock } from '../clock';
import { createLogger } from '../log/logger';
import { fakeClock, type FakeClock } from '../testing/clock';
import { eventually } from '../testing/eventually';
import { pollDue, type DuePoll, type Look } from './poll-due';

const log = createLogger({ service: 'test', level: 'silent' });
const neverMs = 3_600_000;
const minuteMs = 60_000;

let clock: FakeClock;
let started: DuePoll;
let looks: string[];
let next: Look;
/** Runs in the middle of each look. */
let meanwhile: () => void;

beforeEach(() => {
  clock = fakeClock('2026-01-01T00:00:00.000Z');
  looks = [];
  next = { isMore: false, nextDueAt: null };
  meanwhile = () => undefined;
});
afterEach(() => started.stop());

const inMs = (ms: number): string => new Date(clock.now().getTime() + ms).toISOString();

/** By the machine's clock, and late enough for the first look to come before it. */
const soon = (): string => toIso(new Date(Date.now() + 30));

const start = async ({
  backstopMs = neverMs,
  by = clock,
}: { backstopMs?: number; by?: Clock } = {}): Promise<DuePoll> => {
  const look = async (): Promise<Look> => {
    looks.push(toIso(by.now()));
    meanwhile();
    return next;
  };
  started = pollDue({ name: 'test', clock: by, log, backstopMs, look });
  await eventually(() => looks.length > 0);
  return started;
};

it('looks at once, because something may have come due before it was there', async () => {
  await start();

  expect(looks).toHaveLength(1);
});

it('looks again when the time comes that the last look told', async () => {
  const dueAt = soon();
  next = { isMore: false, nextDueAt: dueAt };
  meanwhile = () => {
    if (looks.length === 2) next = { isMore: false, nextDueAt: null };
  };
  await start({ by: systemClock });

  await eventually(() => looks.length === 2);
  expect(looks[1]! >= dueAt).toBe(true);
});

it('looks when the earliest of what is expected comes due', async () => {
  const duePoll = await start({ by: systemClock });
  const dueAt = soon();

  duePoll.expect(dueAt);
  duePoll.expect(toIso(new Date(Date.now() + neverMs)));

  await eventually(() => looks.length === 2);
  expect(looks[1]! >= dueAt).toBe(true);
});

it('looks when the clock is moved', async () => {
  await start();

  clock.advance(30 * minuteMs);

  await eventually(() => looks.length === 2);
  expect(looks[1]).toBe('2026-01-01T00:30:00.000Z');
});

it('looks at once for what is expected in the past', async () => {
  const duePoll = await start();

  duePoll.expect(inMs(-1));

  await eventually(() => looks.length === 2);
});

it('keeps what was expected during a look that could not see it yet', async () => {
  const duePoll = await start();
  meanwhile = () => {
    meanwhile = () => undefined;
    duePoll.expect(inMs(0));
  };

  duePoll.wake();

  await eventually(() => looks.length === 3);
});

it('looks again at once while there is more', async () => {
  next = { isMore: true, nextDueAt: null };
  meanwhile = () => {
    if (looks.length === 3) next = { isMore: false, nextDueAt: null };
  };
  await start();

  await eventually(() => looks.length === 3);
});

it('looks after the backstop for what another process left', async () => {
  await start({ backstopMs: 1 });

  await eventually(() => looks.length > 2);
});
