import { putOff } from './put-off';

const start = Date.parse('2026-11-20T12:00:00.000Z');
const minute = (count: number): Date => new Date(start + count * 60_000);

/** The times that are written, in minutes from the start; the clock moves by so much during the answer and each write. */
const written = async (duringAnswer: number, ...moves: readonly number[]): Promise<readonly number[]> => {
  const minutes: number[] = [];
  let at = duringAnswer;
  await putOff({ now: () => minute(at) }, { triedAt: minute(0), delayMs: 600_000 }, async (dueAt) => {
    minutes.push((Date.parse(dueAt) - start) / 60_000);
    at += moves[minutes.length - 1] ?? 0;
  });
  return minutes;
};

describe('a callback that is put off', () => {
  it('is due after its pause', async () => {
    expect(await written(0)).toEqual([10]);
  });

  it('counts from when it was tried, however far the clock is moved ahead', async () => {
    expect(await written(30, 60)).toEqual([10]);
  });

  it('is due earlier when the clock was turned back during the answer', async () => {
    expect(await written(-60)).toEqual([-50]);
  });

  it('is written again when the clock is turned back while its time is written', async () => {
    expect(await written(0, -60, -60)).toEqual([10, -50, -110]);
  });
});
