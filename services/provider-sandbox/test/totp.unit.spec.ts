import { isTotp } from '../src/providers/nowpayments/payouts/change-payout';

/** The key of RFC 6238's vectors. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code of an authenticator', () => {
  it.each([
    [29, true],
    [0, true],
    [30, true],
    [89, true],
    [90, false],
  ])('of second 59 is good a step early and a step late: at %i, %s', (seconds, isGood) => {
    expect(isTotp(secret, '287082', at(seconds))).toBe(isGood);
  });

  it.each(['', '28708', '2870820', '755223'])('is not %j', (code) => {
    expect(isTotp(secret, code, at(59))).toBe(false);
  });
});
