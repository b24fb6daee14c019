import fc from 'fast-check';
import { addsUp, explainFee, explainShare } from './explain-settlement';

describe('a fee', () => {
  it.each([
    [{ percentBps: 99, fixedMinor: 0, amountMinor: 99 }, 10_000, 990_000n, 99, 'NONE'],
    [{ percentBps: 399, fixedMinor: 39, amountMinor: 78 }, 987, 393_813n, 39, 'NONE'],
    [{ percentBps: 50, fixedMinor: 0, amountMinor: 1 }, 100, 5_000n, 1, 'NONE'],
    [{ percentBps: 99, fixedMinor: 0, amountMinor: 50 }, 1_000, 99_000n, 10, 'MINIMUM'],
    [{ percentBps: 99, fixedMinor: 0, amountMinor: 500 }, 100_000, 9_900_000n, 990, 'MAXIMUM'],
    [{ percentBps: 0, fixedMinor: 50, amountMinor: 30 }, 30, 0n, 0, 'GROSS_AMOUNT'],
  ])('%j of %i is %s ten-thousandths, %i rounded, limited by %s', (rule, grossMinor, exact, rounded, limit) => {
    expect(explainFee(rule, grossMinor)).toMatchObject({
      exactTenThousandths: exact,
      roundedMinor: rounded,
      calculatedMinor: rounded + rule.fixedMinor,
      limit,
    });
  });
});

describe('a share', () => {
  it('is the sum of its steps, whoever’s it is', () => {
    const anyParts = fc.array(fc.record({ amount: fc.nat(10_000), reduced: fc.nat(100) }), { maxLength: 6 });
    fc.assert(
      fc.property(anyParts, fc.nat(10_000), fc.nat(500), (parts, ownerMinor, feeMinor) => {
        const others = parts.map(({ amount, reduced }, index) => ({
          ...{ userId: index + 2, amountMinor: amount, reducedByMinor: reduced, reserveMinor: 0, isOwner: false },
        }));
        const owner = { userId: 1, amountMinor: ownerMinor, reducedByMinor: 0, reserveMinor: 0, isOwner: true };
        const shares = [owner, ...others];
        const netMinor = shares.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
        const settlement = { grossMinor: netMinor + feeMinor, feeMinor, netMinor, shares };

        for (const share of shares) expect(addsUp(explainShare(share, settlement), share)).toBe(true);
      }),
    );
  });
});
