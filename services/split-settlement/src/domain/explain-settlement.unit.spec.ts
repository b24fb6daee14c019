import { sumMinor } from '@repasse/values/money';
import fc from 'fast-check';
import { explainFee, explainPart, ownersSteps } from './explain-settlement';

describe('a fee', () => {
  it.each([
    [{ percentBps: 99, fixedMinor: 0 }, 10_000, 990_000n, 99, 99],
    [{ percentBps: 399, fixedMinor: 39 }, 987, 393_813n, 39, 78],
    [{ percentBps: 50, fixedMinor: 0 }, 100, 5_000n, 1, 1],
    [{ percentBps: 0, fixedMinor: 50 }, 30, 0n, 0, 50],
  ])(
    'of %j on %i is %s ten-thousandths, rounded to %i, and %i with its fixed part',
    (rule, gross, exact, rounded, all) => {
      expect(explainFee(rule, gross)).toEqual({
        baseMinor: gross,
        exactTenThousandths: exact,
        roundedMinor: rounded,
        calculatedMinor: all,
      });
    },
  );
});

describe('a part of a share', () => {
  it.each([
    [{ kind: 'FIXED' as const, askedMinor: 1_000, amountMinor: 940 }, null, 60],
    [{ kind: 'REMAINDER' as const, amountMinor: 6_921 }, null, 0],
    [
      {
        ...{ kind: 'PERCENT' as const, percentBps: 3_333, baseMinor: 9_901, askedMinor: 3_300 },
        ...{ roundingTenThousandths: -33, amountMinor: 3_300 },
      },
      33_000_033n,
      0,
    ],
  ])('%j has the exact product %s and is reduced by %i', (part, exactTenThousandths, reducedByMinor) => {
    expect(explainPart(part)).toEqual({ exactTenThousandths, reducedByMinor });
  });
});

describe('the share of the owner', () => {
  it('is the sum of its steps', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { maxLength: 6 }), fc.nat(10_000), fc.nat(500), (parts, minor, feeMinor) => {
        const others = parts.map((amountMinor, index) => ({ userId: index + 2, amountMinor, isOwner: false }));
        const shares = [{ userId: 1, amountMinor: minor, isOwner: true }, ...others];
        const grossMinor = feeMinor + sumMinor(shares.map(({ amountMinor }) => amountMinor));

        const steps = ownersSteps({ grossMinor, feeMinor, shares });
        expect(sumMinor(steps.map(({ amountMinor }) => amountMinor))).toBe(minor);
      }),
    );
  });
});
