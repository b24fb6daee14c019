import { afterAttempt, type AttemptOutcome, type DeliveryProgress } from '../src/domain/delivery';
import { nextRetryDelayMs } from '../src/domain/retry-schedule';

const now = '2026-01-01T00:00:00.000Z';
const middle = 0.5;
const policy = { stopsWhenGone: true, hasSlowRetries: false };
const accepted: AttemptOutcome = { type: 'answered', status: 204, body: '', retryAfterMs: null };
const refused: AttemptOutcome = { type: 'answered', status: 500, body: '', retryAfterMs: null };

describe('when a failed webhook is tried again', () => {
  it('follows the schedule: 5 s, 1 min, 15 min, then no more', () => {
    const delays = [1, 2, 3, 4].map((failures) => nextRetryDelayMs(failures, middle, null, false));

    expect(delays).toEqual([5_000, 60_000, 900_000, null]);
  });

  it('goes on for 72 hours where the address asks for it', () => {
    const delays = Array.from({ length: 12 }, (_, failures) => nextRetryDelayMs(failures + 1, middle, null, true));

    expect(delays.slice(0, 3)).toEqual([5_000, 60_000, 900_000]);
    expect(delays.slice(3, 11).reduce((sum: number, delay) => sum + (delay ?? 0), 0)).toBe(72 * 3_600_000);
    expect(delays.slice(3, 11)).not.toContain(null);
    expect(delays[11]).toBeNull();
  });

  it('spreads by at most twenty per cent', () => {
    expect(nextRetryDelayMs(1, 0, null, false)).toBe(4_000);
    expect(nextRetryDelayMs(1, 0.999_999, null, false)).toBeLessThanOrEqual(6_000);
  });

  it('waits longer when the receiver asks, within limits', () => {
    expect(nextRetryDelayMs(1, middle, 30_000, false)).toBe(30_000);
    expect(nextRetryDelayMs(1, middle, 1_000, false)).toBe(5_000);
    expect(nextRetryDelayMs(1, middle, 24 * 3_600_000, false)).toBe(3_600_000);
  });
});

describe('what a delivery becomes after a try', () => {
  const fresh: DeliveryProgress = { status: 'PENDING', attempts: 0, attemptsInRound: 0, nextAttemptAt: null };

  it('is delivered by any 2xx', () => {
    expect(afterAttempt(fresh, { outcome: accepted, policy, trigger: 'AUTOMATIC', now, random: middle })).toEqual({
      result: 'DELIVERED',
      status: 'DELIVERED',
      attempts: 1,
      attemptsInRound: 0,
      nextAttemptAt: null,
    });
  });

  it.each([199, 301, 302, 400, 500])('is not delivered by %s', (status) => {
    const outcome: AttemptOutcome = { ...refused, status };

    expect(afterAttempt(fresh, { outcome, policy, trigger: 'AUTOMATIC', now, random: middle })).toMatchObject({
      result: 'FAILED',
      status: 'PENDING',
      nextAttemptAt: '2026-01-01T00:00:05.000Z',
    });
  });

  it('is exhausted after the first try and three retries', () => {
    expect(
      afterAttempt(
        { ...fresh, attempts: 3, attemptsInRound: 3 },
        { outcome: refused, policy, trigger: 'AUTOMATIC', now, random: middle },
      ),
    ).toEqual({
      result: 'EXHAUSTED',
      status: 'EXHAUSTED',
      attempts: 4,
      attemptsInRound: 4,
      nextAttemptAt: null,
    });
  });

  it('is exhausted at once when an endpoint wants no more', () => {
    const outcome: AttemptOutcome = { ...refused, status: 410 };

    expect(afterAttempt(fresh, { outcome, policy, trigger: 'AUTOMATIC', now, random: middle })).toMatchObject({
      result: 'EXHAUSTED',
      status: 'EXHAUSTED',
      nextAttemptAt: null,
    });
  });

  it('of a charge’s own address is tried again after 410 too', () => {
    const outcome: AttemptOutcome = { ...refused, status: 410 };
    const ofCharge = { stopsWhenGone: false, hasSlowRetries: false };

    expect(afterAttempt(fresh, { outcome, policy: ofCharge, trigger: 'AUTOMATIC', now, random: middle })).toMatchObject(
      { result: 'FAILED', status: 'PENDING', nextAttemptAt: '2026-01-01T00:00:05.000Z' },
    );
  });

  const planned = '2026-01-01T00:01:00.000Z';

  it.each<DeliveryProgress>([
    { status: 'PENDING', attempts: 2, attemptsInRound: 2, nextAttemptAt: planned },
    { status: 'EXHAUSTED', attempts: 4, attemptsInRound: 4, nextAttemptAt: null },
    { status: 'DELIVERED', attempts: 1, attemptsInRound: 0, nextAttemptAt: null },
  ])('stays $status, with the retries it had, when a try by hand fails', (progress) => {
    expect(afterAttempt(progress, { outcome: refused, policy, trigger: 'MANUAL', now, random: middle })).toEqual({
      ...progress,
      result: 'FAILED',
      attempts: progress.attempts + 1,
    });
  });

  it('is delivered by a try by hand, and its retries are off', () => {
    const progress: DeliveryProgress = { status: 'PENDING', attempts: 2, attemptsInRound: 2, nextAttemptAt: planned };

    expect(afterAttempt(progress, { outcome: accepted, policy, trigger: 'MANUAL', now, random: middle })).toMatchObject(
      {
        status: 'DELIVERED',
        attempts: 3,
        nextAttemptAt: null,
      },
    );
  });
});
