import { amountMinorMax, sumMinor } from '@repasse/values/money';
import fc from 'fast-check';
import { wholeBps } from './fees';
import {
  allocate,
  heldAmountOf,
  amountsOf,
  sharedAmountOf,
  type Share,
  type ShareAmount,
  type SharePart,
  type SplitRule,
} from './split';

const ownerId = 1;
const fixed = (userId: number | null, amountMinor: number): SplitRule => ({ kind: 'FIXED', userId, amountMinor });
const percent = (userId: number | null, percentBps: number): SplitRule => ({ kind: 'PERCENT', userId, percentBps });
const share = (userId: number, amountMinor: number, reducedByMinor = 0): ShareAmount => ({
  userId,
  amountMinor,
  isOwner: userId === ownerId,
  reducedByMinor,
});
const amounts = (...[net, owner, rules]: Parameters<typeof allocate>): readonly ShareAmount[] =>
  amountsOf(allocate(net, owner, rules));

describe('dividing a net amount', () => {
  it('gives the owner all of it when nothing is shared', () => {
    expect(amounts(9_901, ownerId, [])).toEqual([share(ownerId, 9_901)]);
  });

  it('takes percents of the net amount, rounded down, and leaves the remainder to the owner', () => {
    expect(amounts(9_901, ownerId, [percent(2, 3_333), percent(3, 3_333)])).toEqual([
      share(ownerId, 3_301),
      share(2, 3_300),
      share(3, 3_300),
    ]);
  });

  it('serves FIXED before PERCENT, whichever was listed first', () => {
    expect(amounts(9_901, ownerId, [percent(2, wholeBps), fixed(3, 5_000)])).toEqual([
      share(ownerId, 0),
      share(2, 4_901, 5_000),
      share(3, 5_000),
    ]);
  });

  it('serves one kind in the order given until the net amount is used up, and says what was cut', () => {
    expect(amounts(100, ownerId, [fixed(2, 60), fixed(3, 60), fixed(4, 5)])).toEqual([
      share(ownerId, 0),
      share(2, 60),
      share(3, 40, 20),
      share(4, 0, 5),
    ]);
  });

  it('gives an unresolved recipient’s share to the owner', () => {
    expect(amounts(9_901, ownerId, [fixed(null, 1_000), percent(2, 1_000)])).toEqual([
      share(ownerId, 8_911),
      share(2, 990),
    ]);
  });

  it('keeps an unresolved recipient’s place, so that nobody else gains from it', () => {
    expect(amounts(100, ownerId, [fixed(null, 80), fixed(2, 60)])).toEqual([share(ownerId, 80), share(2, 20, 40)]);
  });

  it('adds up a recipient who is listed twice', () => {
    expect(amounts(9_901, ownerId, [fixed(2, 1_000), percent(2, 1_000)])).toEqual([
      share(ownerId, 7_911),
      share(2, 1_990),
    ]);
  });

  it('takes the owner named as a recipient for the owner', () => {
    expect(amounts(9_901, ownerId, [fixed(ownerId, 1_000), percent(2, 5_000)])).toEqual([
      share(ownerId, 4_951),
      share(2, 4_950),
    ]);
  });

  it('divides nothing into nothing', () => {
    expect(amounts(0, ownerId, [fixed(2, 10), percent(3, 5_000)])).toEqual([
      share(ownerId, 0),
      share(2, 0, 10),
      share(3, 0),
    ]);
  });
});

describe('the parts of a share', () => {
  const partsOf = (net: number, rules: readonly SplitRule[]): Record<number, readonly SharePart[]> =>
    Object.fromEntries(allocate(net, ownerId, rules).map(({ userId, parts }) => [userId, parts]));
  const remainder = (amountMinor: number): SharePart => ({ kind: 'REMAINDER', amountMinor });
  const fixedPart = (askedMinor: number, amountMinor = askedMinor): SharePart => ({
    ...{ kind: 'FIXED', askedMinor, amountMinor, isUnresolved: false },
  });
  const percentPart = (percentBps: number, baseMinor: number, askedMinor: number, roundingTenThousandths: number) => ({
    ...{ kind: 'PERCENT' as const, percentBps, baseMinor, askedMinor, roundingTenThousandths },
    ...{ amountMinor: askedMinor, isUnresolved: false },
  });

  it('say the rule, its base and what rounding took off the exact product', () => {
    // 33.33 % of 99.01 is 33.000033 exactly.
    expect(partsOf(9_901, [percent(2, 3_333), fixed(3, 1_000)])).toEqual({
      [ownerId]: [remainder(5_601)],
      2: [percentPart(3_333, 9_901, 3_300, -33)],
      3: [fixedPart(1_000)],
    });
  });

  it('say nothing was rounded where the product is whole', () => {
    expect(partsOf(10_000, [percent(2, 2_500)])[2]).toEqual([percentPart(2_500, 10_000, 2_500, 0)]);
  });

  it('are as many as the rules that name the recipient, in the order they were served', () => {
    expect(partsOf(9_901, [percent(2, 1_000), fixed(2, 1_000)])[2]).toEqual([
      fixedPart(1_000),
      percentPart(1_000, 9_901, 990, -1_000),
    ]);
  });

  it('say which rule was cut short', () => {
    expect(partsOf(100, [fixed(2, 60), fixed(3, 60), fixed(2, 5)])).toEqual({
      [ownerId]: [remainder(0)],
      2: [fixedPart(60), fixedPart(5, 0)],
      3: [fixedPart(60, 40)],
    });
  });

  it('of the owner are rules that name the owner or nobody who may receive, and the remainder', () => {
    expect(partsOf(9_901, [fixed(null, 1_000), percent(ownerId, 1_000), percent(2, 5_000)])[ownerId]).toEqual([
      { ...fixedPart(1_000), isUnresolved: true },
      percentPart(1_000, 9_901, 990, -1_000),
      remainder(2_961),
    ]);
  });

  it('say for whom a rule’s part waits', () => {
    const heldFor = { emailHash: 'a hash', holdDays: 90 };
    const shares = allocate(9_901, ownerId, [{ ...fixed(null, 1_000), heldFor }, fixed(null, 500)]);

    expect(shares[0]?.parts).toEqual([
      { ...fixedPart(1_000), isUnresolved: true, heldFor },
      { ...fixedPart(500), isUnresolved: true },
      remainder(8_401),
    ]);
    expect(heldAmountOf(shares)).toBe(1_000);
  });

  it('are exact where basis points of the largest amount leave the safe integers', () => {
    expect(partsOf(amountMinorMax, [percent(2, 9_999)])[2]).toEqual([
      percentPart(9_999, amountMinorMax, 999_899_999_999, -1),
    ]);
  });
});

describe('any split', () => {
  const userId = fc.option(fc.integer({ min: 1, max: 6 }));
  const anyRule: fc.Arbitrary<SplitRule> = fc.oneof(
    fc.record({ kind: fc.constant('FIXED' as const), userId, amountMinor: fc.integer({ min: 1, max: 1_000_000 }) }),
    fc.record({ kind: fc.constant('PERCENT' as const), userId, percentBps: fc.integer({ min: 1, max: wholeBps }) }),
  );
  const anyRules = fc.array(anyRule, { maxLength: 12 });
  const anyNet = fc.oneof(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: amountMinorMax }));
  const holds = (check: (net: number, rules: SplitRule[], shares: readonly Share[]) => void): void =>
    fc.assert(
      fc.property(anyNet, anyRules, (net, rules) => check(net, rules, allocate(net, ownerId, rules))),
      { numRuns: 2_000 },
    );

  it('adds up to the net amount exactly', () => {
    holds((net, _rules, shares) => expect(sumMinor(shares.map(({ amountMinor }) => amountMinor))).toBe(net));
  });

  it('has no negative share, one owner, and each user once', () => {
    holds((_net, _rules, shares) => {
      expect(shares.every(({ amountMinor, reducedByMinor }) => amountMinor >= 0 && reducedByMinor >= 0)).toBe(true);
      expect(shares.filter(({ isOwner }) => isOwner)).toHaveLength(1);
      expect(new Set(shares.map(({ userId: id }) => id)).size).toBe(shares.length);
    });
  });

  it('gives each recipient the requested amount less the reported reduction', () => {
    holds((net, rules, shares) => {
      for (const { userId: id, amountMinor, reducedByMinor, isOwner } of shares) {
        if (isOwner) continue;
        const asked = rules.filter((rule) => rule.userId === id).map((rule) => askedBy(rule, net));
        expect(amountMinor + reducedByMinor).toBe(sumMinor(asked));
      }
    });
  });

  it('reduces no share while there is enough for all', () => {
    holds((net, rules, shares) => {
      if (sumMinor(rules.map((rule) => askedBy(rule, net))) > net) return;
      expect(shares.every(({ reducedByMinor }) => reducedByMinor === 0)).toBe(true);
    });
  });

  it('gives the others the part that the owner does not keep', () => {
    holds((net, _rules, shares) =>
      expect(sharedAmountOf(shares) + (shares.find(({ isOwner }) => isOwner)?.amountMinor ?? 0)).toBe(net),
    );
  });

  it('has parts that add up to each share, and to the net amount', () => {
    holds((net, rules, shares) => {
      const totalOf = (parts: readonly SharePart[]) => sumMinor(parts.map(({ amountMinor }) => amountMinor));
      for (const { parts, amountMinor } of shares) expect(totalOf(parts)).toBe(amountMinor);
      expect(totalOf(shares.flatMap(({ parts }) => parts))).toBe(net);
      expect(shares.flatMap(({ parts }) => parts)).toHaveLength(rules.length + 1);
    });
  });

  it('has percentages whose rounding leads from the exact product to what was asked for', () => {
    holds((net, _rules, shares) => {
      for (const part of shares.flatMap(({ parts }) => parts)) {
        if (part.kind !== 'PERCENT') continue;
        const { percentBps, baseMinor, askedMinor, roundingTenThousandths } = part;
        expect(baseMinor).toBe(net);
        expect(BigInt(askedMinor) * 10_000n - BigInt(roundingTenThousandths)).toBe(BigInt(net) * BigInt(percentBps));
        expect(roundingTenThousandths <= 0 && roundingTenThousandths > -10_000).toBe(true);
      }
    });
  });

  const askedBy = (rule: SplitRule, net: number): number =>
    rule.kind === 'FIXED' ? rule.amountMinor : Number((BigInt(net) * BigInt(rule.percentBps)) / BigInt(wholeBps));
});
