import { afterAttempt, type AttemptOutcome } from '../src/domain/delivery';
import { nextRetryDelayMs } from '../src/domain/retry-schedule';

const now = '2026-01-01T00:00:00.000Z';
const middle = 0.5;
const accepted: AttemptOutcome = { type: 'answered', status: 204, body: '', retryAfterMs: null };
const refused: AttemptOutcome = { type: 'answered', status: 500, body: '', retryAfterMs: null };

describe('when a failed webhook is tried again', () => {
  it('follows the schedule: 5 s, 1 min, 15 min, then no more', () => {
    const delays = [1, 2, 3, 4].map((failures) => nextRetryDelayMs(failures, middle, null));

    expect(delays).toEqual([5_000, 60_000, 900_000, null]);
  });

  it('spreads by at most twenty per cent', () => {
    expect(nextRetryDelayMs(1, 0, null)).toBe(4_000);
    expect(nextRetryDelayMs(1, 0.999_999, null)).toBeLessThanOrEqual(6_000);
  });

  it('waits longer when the receiver asks, within limits', () => {
    expect(nextRetryDelayMs(1, middle, 30_000)).toBe(30_000);
    expect(nextRetryDelayMs(1, middle, 1_000)).toBe(5_000);
    expect(nextRetryDelayMs(1, middle, 24 * 3_600_000)).toBe(3_600_000);
  });
});

describe('what a delivery becomes after a try', () => {
  const fresh = { attempts: 0, attemptsInRound: 0 };

  it('is delivered by any 2xx', () => {
    expect(afterAttempt(fresh, { outcome: accepted, trigger: 'AUTOMATIC', now, random: middle })).toEqual({
      status: 'DELIVERED',
      attempts: 1,
      attemptsInRound: 1,
      nextAttemptAt: null,
    });
  });

  it.each([199, 301, 302, 400, 410, 500])('is not delivered by %s', (status) => {
    const outcome: AttemptOutcome = { ...refused, status };

    expect(afterAttempt(fresh, { outcome, trigger: 'AUTOMATIC', now, random: middle })).toMatchObject({
      status: 'PENDING',
      nextAttemptAt: '2026-01-01T00:00:05.000Z',
    });
  });

  it('is exhausted after the first try and three retries', () => {
    expect(
      afterAttempt(
        { attempts: 3, attemptsInRound: 3 },
        { outcome: refused, trigger: 'AUTOMATIC', now, random: middle },
      ),
    ).toEqual({
      status: 'EXHAUSTED',
      attempts: 4,
      attemptsInRound: 4,
      nextAttemptAt: null,
    });
  });

  it('begins a new round when a person asks for a resend', () => {
    expect(
      afterAttempt({ attempts: 4, attemptsInRound: 4 }, { outcome: refused, trigger: 'MANUAL', now, random: middle }),
    ).toEqual({
      status: 'PENDING',
      attempts: 5,
      attemptsInRound: 1,
      nextAttemptAt: '2026-01-01T00:00:05.000Z',
    });
  });
});
