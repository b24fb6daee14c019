import { amountMinorMax } from '@repasse/values/money';
import fc from 'fast-check';
import { feeOf, feeRuleFor, wholeBps, type FeeMethod, type FeeRule } from './fees';

const rule = (over: Partial<FeeRule> = {}): FeeRule => ({
  method: 'PIX',
  installmentsFrom: 1,
  installmentsTo: 1,
  percentBps: 0,
  fixedMinor: 0,
  minMinor: null,
  maxMinor: null,
  settle: { firstDays: 0, perInstallmentDays: 0 },
  reserveBps: 0,
  ...over,
});

describe('a fee', () => {
  const pix = { percentBps: 99, minMinor: 29, maxMinor: 199 };
  const bank = { percentBps: 120, minMinor: 100, maxMinor: 13_000 };
  const card = { percentBps: 299, fixedMinor: 49 };

  it.each([
    [pix, 1_000, 29],
    [pix, 10_000, 99],
    [pix, 50_000, 199],
    [bank, 5_000, 100],
    [bank, 100_000, 1_200],
    [bank, 2_000_000, 13_000],
    [card, 10_000, 348],
    [card, 4_990, 198],
  ])('by %j on %d is %d', (terms, grossAmountMinor, expected) => {
    expect(feeOf(rule(terms), grossAmountMinor).amountMinor).toBe(expected);
  });

  it('rounds half a centavo up', () => {
    expect(feeOf(rule({ percentBps: 50 }), 100).amountMinor).toBe(1);
    expect(feeOf(rule({ percentBps: 49 }), 100).amountMinor).toBe(0);
  });

  it('says which rule it came from', () => {
    expect(feeOf(rule({ ...card, method: 'CREDIT_CARD' }), 10_000)).toEqual({
      code: 'CREDIT_CARD_FEE',
      method: 'CREDIT_CARD',
      percentBps: 299,
      fixedMinor: 49,
      minMinor: null,
      maxMinor: null,
      limitedBy: null,
      amountMinor: 348,
    });
  });

  it.each([
    [1_000, 29, 'MINIMUM'],
    [10_000, 99, null],
    [50_000, 199, 'MAXIMUM'],
    [20, 20, 'GROSS_AMOUNT'],
  ])('of %d says that %d is limited by %s', (grossAmountMinor, amountMinor, limitedBy) => {
    const pix = rule({ percentBps: 99, fixedMinor: 0, minMinor: 29, maxMinor: 199 });
    expect(feeOf(pix, grossAmountMinor)).toMatchObject({ amountMinor, limitedBy, minMinor: 29, maxMinor: 199 });
  });

  it('is exact where basis points of the largest amount leave the safe integers', () => {
    expect(feeOf(rule({ percentBps: 9_999 }), amountMinorMax).amountMinor).toBe(999_899_999_999);
  });

  it('is never negative and never more than the amount', () => {
    const terms = fc.record({
      percentBps: fc.integer({ min: 0, max: wholeBps }),
      fixedMinor: fc.integer({ min: 0, max: 10_000 }),
      minMinor: fc.option(fc.integer({ min: 0, max: 500 })),
      maxMinor: fc.option(fc.integer({ min: 500, max: 100_000 })),
    });
    fc.assert(
      fc.property(terms, fc.integer({ min: 1, max: amountMinorMax }), (over, grossAmountMinor) => {
        const { amountMinor } = feeOf(rule(over), grossAmountMinor);
        expect(amountMinor).toBeGreaterThanOrEqual(0);
        expect(amountMinor).toBeLessThanOrEqual(Math.min(grossAmountMinor, over.maxMinor ?? grossAmountMinor));
      }),
    );
  });
});

describe('the rule for a method', () => {
  const tier = (method: FeeMethod, installmentsFrom: number, installmentsTo: number, percentBps: number): FeeRule =>
    rule({ method, installmentsFrom, installmentsTo, percentBps });
  const platform = [tier('PIX', 1, 1, 99), tier('CREDIT_CARD', 1, 1, 399), tier('CREDIT_CARD', 2, 6, 449)];

  it('is the fee that covers the instalments', () => {
    expect(feeRuleFor({ merchant: [], platform }, 'CREDIT_CARD', 6).percentBps).toBe(449);
  });

  it('is the merchant’s before the platform’s, for that method only', () => {
    const rules = { merchant: [tier('PIX', 1, 1, 50)], platform };
    expect(feeRuleFor(rules, 'PIX').percentBps).toBe(50);
    expect(feeRuleFor(rules, 'CREDIT_CARD').percentBps).toBe(399);
  });

  it('throws when there is none', () => {
    expect(() => feeRuleFor({ merchant: [], platform }, 'CREDIT_CARD', 7)).toThrow('No fee rule covers CREDIT_CARD');
  });
});
