import { amountMinorMax, sumMinor } from '@repasse/values/money';
import fc from 'fast-check';
import { type FeeRule } from './fees';
import { price } from './pricing';

const pixRule: FeeRule = {
  method: 'PIX',
  installmentsFrom: 1,
  installmentsTo: 1,
  percentBps: 99,
  fixedMinor: 0,
  minMinor: 29,
  maxMinor: 199,
  settle: { firstDays: 0, perInstallmentDays: 0 },
  reserveBps: 0,
};

describe('pricing', () => {
  it('tells where each centavo of 100.00 by PIX goes', () => {
    const split = [
      { kind: 'FIXED' as const, userId: 2, amountMinor: 1_000 },
      { kind: 'PERCENT' as const, userId: 3, percentBps: 2_500 },
      { kind: 'PERCENT' as const, userId: null, percentBps: 1_000 },
    ];
    const percentPart = (percentBps: number, askedMinor: number, rounding: number, isUnresolved: boolean) => ({
      ...{ kind: 'PERCENT', percentBps, baseMinor: 9_901, askedMinor, roundingTenThousandths: rounding },
      ...{ amountMinor: askedMinor, isUnresolved },
    });
    expect(price(10_000, 1, pixRule, split)).toEqual({
      fees: [
        {
          code: 'PIX_FEE',
          method: 'PIX',
          percentBps: 99,
          fixedMinor: 0,
          minMinor: 29,
          maxMinor: 199,
          limitedBy: null,
          amountMinor: 99,
        },
      ],
      feeAmountMinor: 99,
      netAmountMinor: 9_901,
      sharedAmountMinor: 3_475,
      disputeReserveMinor: 0,
      shares: [
        {
          ...{ userId: 1, amountMinor: 6_426, isOwner: true, reducedByMinor: 0 },
          parts: [percentPart(1_000, 990, -1_000, true), { kind: 'REMAINDER', amountMinor: 5_436 }],
        },
        {
          ...{ userId: 2, amountMinor: 1_000, isOwner: false, reducedByMinor: 0 },
          parts: [{ kind: 'FIXED', askedMinor: 1_000, amountMinor: 1_000, isUnresolved: false }],
        },
        {
          ...{ userId: 3, amountMinor: 2_475, isOwner: false, reducedByMinor: 0 },
          parts: [percentPart(2_500, 2_475, -2_500, false)],
        },
      ],
    });
  });

  it('leaves nothing to share of an amount the fee uses up', () => {
    expect(price(10, 1, pixRule, [])).toMatchObject({ feeAmountMinor: 10, netAmountMinor: 0, sharedAmountMinor: 0 });
  });

  it('holds back of the net amount, and never more than the owner gets', () => {
    const rule = { ...pixRule, reserveBps: 500 };
    expect(price(10_000, 1, rule, []).disputeReserveMinor).toBe(495);
    const nearlyAll = [{ kind: 'PERCENT' as const, userId: 2, percentBps: 9_900 }];
    expect(price(10_000, 1, rule, nearlyAll).disputeReserveMinor).toBe(100);
    const heldFor = { emailHash: 'a hash', holdDays: 90 };
    const waiting = [{ kind: 'PERCENT' as const, userId: null, percentBps: 9_900, heldFor }];
    expect(price(10_000, 1, rule, waiting).disputeReserveMinor).toBe(100);
  });

  it('always balances: gross = fee + net, and net = the sum of the shares', () => {
    const split = fc.array(
      fc.record({
        kind: fc.constant('PERCENT' as const),
        userId: fc.option(fc.integer({ min: 1, max: 5 })),
        percentBps: fc.integer({ min: 1, max: 10_000 }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: amountMinorMax }), split, (grossAmountMinor, rules) => {
        const { feeAmountMinor, netAmountMinor, shares, sharedAmountMinor } = price(
          grossAmountMinor,
          1,
          pixRule,
          rules,
        );
        expect(feeAmountMinor + netAmountMinor).toBe(grossAmountMinor);
        expect(sumMinor(shares.map(({ amountMinor }) => amountMinor))).toBe(netAmountMinor);
        expect(sharedAmountMinor).toBeLessThanOrEqual(netAmountMinor);
      }),
    );
  });
});
