import fc from 'fast-check';
import { installmentsOf } from './installments';

describe('installments', () => {
  it('add up to the amount, whatever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999 }), (amountMinor) => {
        for (const { count, firstAmountMinor, amountMinor: each } of installmentsOf(amountMinor, 12)) {
          expect(firstAmountMinor + each * (count - 1)).toBe(amountMinor);
        }
      }),
    );
  });

  it('are offered while each is at least R$ 5.00', () => {
    expect(installmentsOf(1_499, 12).map(({ count }) => count)).toEqual([1, 2]);
    expect(installmentsOf(100, 12)).toEqual([{ count: 1, firstAmountMinor: 100, amountMinor: 100 }]);
    expect(installmentsOf(10_000, 12)).toHaveLength(12);
  });

  it('put the cents that do not divide into the first', () => {
    expect(installmentsOf(10_000, 12)[2]).toEqual({ count: 3, firstAmountMinor: 3_334, amountMinor: 3_333 });
  });
});
