import { dueAgain } from './due-time';
import { expiryGraceMs } from './payment.decide';

const now = '2026-11-21T12:00:00.000Z';
const inMs = (ms: number): string => new Date(Date.parse(now) + ms).toISOString();

describe('asking a provider again', () => {
  it('doubles the pause each time, up to two hours', () => {
    const pausesMs = [1, 2, 3, 8, 20, 1_000].map(
      (askedCount) => Date.parse(dueAgain({ now, expiresAt: inMs(86_400_000), askedCount })) - Date.parse(now),
    );

    expect(pausesMs).toEqual([10_000, 20_000, 40_000, 1_280_000, 7_200_000, 7_200_000]);
  });

  it('does not sleep through the end of the payment', () => {
    expect(dueAgain({ now, expiresAt: inMs(30_000), askedCount: 20 })).toBe(inMs(30_000 + expiryGraceMs));
  });

  it('goes on after the end while the provider keeps silent', () => {
    expect(dueAgain({ now, expiresAt: inMs(-expiryGraceMs), askedCount: 1 })).toBe(inMs(10_000));
  });
});
