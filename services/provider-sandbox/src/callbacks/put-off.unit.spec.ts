import { putOff } from './put-off';

const minuteMs = 60_000;

/** How far from now each time is that was written, in whole minutes; the clock moves by what is said while it is. */
const written = async (moves: readonly number[], triedAtOffsetMs = 0): Promise<readonly number[]> => {
  const minutes: number[] = [];
  let offsetMs = 0;
  const reschedule = (_id: number, _attempts: number, dueAt: string): Promise<void> => {
    // Some milliseconds less than none are -0 minutes.
    minutes.push(Math.round((Date.parse(dueAt) - Date.now()) / minuteMs) + 0);
    offsetMs += (moves[minutes.length - 1] ?? 0) * minuteMs;
    return Promise.resolve();
  };
  await putOff(
    { table: { reschedule }, clock: { offsetMs: () => offsetMs } },
    { callbackId: 1, attempts: 1, delayMs: 10 * minuteMs, triedAtOffsetMs },
  );
  return minutes;
};

describe('a callback that is put off', () => {
  it('is due after its pause', async () => {
    expect(await written([])).toEqual([10]);
  });

  it('is due at once when the clock was moved as far while it was on its way', async () => {
    expect(await written([], -10 * minuteMs)).toEqual([0]);
  });

  it('is due at once when the clock is moved as far while its time is written', async () => {
    expect(await written([10])).toEqual([10, 0]);
  });

  it('is due earlier by all moves, and never before now', async () => {
    expect(await written([4, 60])).toEqual([10, 6, 0]);
  });

  it('is not due later when the clock is turned back', async () => {
    expect(await written([-60])).toEqual([10]);
  });
});
