import { retryAfterMs } from './retry-after';

const now = new Date('2026-01-01T00:00:00.000Z');

describe('Retry-After', () => {
  it.each([
    ['30', 30_000],
    ['9999999999', 9_999_999_999_000],
    ['9'.repeat(400), Number.MAX_SAFE_INTEGER],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ])('%s is a wait', (header, waitMs) => expect(retryAfterMs(header, now)).toBe(waitMs));

  it.each([[undefined], ['0'], ['-5'], ['soon'], ['Thu, 01 Jan 2025 00:00:00 GMT']])('%s is none', (header) =>
    expect(retryAfterMs(header, now)).toBeNull(),
  );
});
