import { TOTP } from 'otpauth';
import { provesFrom, tryCode, type SecondFactor } from '../src/second-factor/rules';
import { enrolmentUriOf, newTotpSecret, stepOf } from '../src/second-factor/totp';

/** The secret of RFC 6238's own examples. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number): Date => new Date(seconds * 1_000);

describe('a code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [20_000_000_000, '353130'],
  ])('of second %d is that of RFC 6238', (seconds, code) => {
    expect(stepOf(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('of the step before or after counts, as that step', () => {
    expect(stepOf(secret, '287082', at(89))).toBe(1);
    expect(stepOf(secret, '287082', at(29))).toBe(1);
  });

  it('of two steps away is nobody’s', () => {
    expect(stepOf(secret, '287082', at(59 + 60))).toBeUndefined();
    expect(stepOf(secret, '287083', at(59))).toBeUndefined();
  });
});

it('gives an app what it needs, and no e-mail', () => {
  const made = newTotpSecret();
  const uri = new URL(enrolmentUriOf(made, 'user 1001'));

  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(made);
  expect(decodeURIComponent(uri.pathname)).toContain('user 1001');
  const { algorithm, digits, period, secret: told } = Object.fromEntries(uri.searchParams);
  expect({ algorithm, digits, period, told }).toEqual({ algorithm: 'SHA1', digits: '6', period: '30', told: made });
  expect(new TOTP({ secret: made }).generate()).toMatch(/^\d{6}$/);
});

describe('trying a code', () => {
  const limit = { requests: 2, seconds: 60 };
  const factor: SecondFactor = {
    ...{ userId: 1_001, sealedSecret: Buffer.alloc(1), createdAt: '2026-12-01T00:00:00.000Z', confirmedAt: null },
    ...{ lastStep: null, wrongCodes: 0, wrongSince: null },
  };
  const now = new Date('2026-12-01T10:00:00.000Z');
  const later = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

  it('takes each step once, and none before one that was taken', () => {
    const first = tryCode(factor, () => 7, now, limit);
    expect(first).toMatchObject({ outcome: 'accepted', factor: { lastStep: 7, wrongCodes: 0 } });
    const taken = { ...factor, lastStep: 7 };

    expect(tryCode(taken, () => 7, now, limit).outcome).toBe('wrong');
    expect(tryCode(taken, () => 6, now, limit).outcome).toBe('wrong');
    expect(tryCode(taken, () => 8, now, limit).outcome).toBe('accepted');
  });

  it('counts wrong codes from the first, and looks at none behind the limit', () => {
    const wrong = { ...factor, wrongCodes: 1, wrongSince: now.toISOString() };
    expect(tryCode(factor, () => undefined, now, limit)).toEqual({ outcome: 'wrong', factor: wrong });
    const used = tryCode(wrong, () => undefined, later(10), limit);
    expect(used).toEqual({ outcome: 'wrong', factor: { ...wrong, wrongCodes: 2 } });
    const stepOfNothing = jest.fn(() => 9);

    expect(tryCode({ ...wrong, wrongCodes: 2 }, stepOfNothing, later(20), limit)).toEqual({
      ...{ outcome: 'limited', waitSeconds: 40 },
    });
    expect(stepOfNothing).not.toHaveBeenCalled();
  });

  it('forgets wrong codes when their time is over, and not because a right one came', () => {
    const wrong = { ...factor, wrongCodes: 1, wrongSince: now.toISOString() };

    expect(tryCode(wrong, () => 9, later(10), limit)).toMatchObject({ factor: { wrongCodes: 1 } });
    expect(tryCode({ ...wrong, wrongCodes: 2 }, () => 9, later(60), limit)).toMatchObject({
      ...{ outcome: 'accepted', factor: { wrongCodes: 0, wrongSince: null } },
    });
  });

  it('limits nothing where there is no limit', () => {
    const wrong = { ...factor, wrongCodes: 500, wrongSince: now.toISOString() };

    expect(tryCode(wrong, () => 9, now, null).outcome).toBe('accepted');
  });
});

it('confirms nothing for others before its time', () => {
  expect(provesFrom('2026-12-01T10:00:00.000Z', 24)).toBe('2026-12-02T10:00:00.000Z');
});
