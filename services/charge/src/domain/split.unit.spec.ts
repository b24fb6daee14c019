import { amountMinorMax, sumMinor } from '@repasse/chassis/money';
import fc from 'fast-check';
import { wholeBps } from './fees';
import { allocate, sharedAmountOf, type Share, type SplitRule } from './split';

const ownerId = 1;
const fixed = (userId: number | null, amountMinor: number): SplitRule => ({ kind: 'FIXED', userId, amountMinor });
const percent = (userId: number | null, percentBps: number): SplitRule => ({ kind: 'PERCENT', userId, percentBps });
const share = (userId: number, amountMinor: number, reducedByMinor = 0): Share => ({
  userId,
  amountMinor,
  isOwner: userId === ownerId,
  reducedByMinor,
});

describe('dividing a net amount', () => {
  it('gives the owner all of it when nothing is shared', () => {
    expect(allocate(9_901, ownerId, [])).toEqual([share(ownerId, 9_901)]);
  });

  it('takes percents of the net amount, rounded down, and leaves the remainder to the owner', () => {
    expect(allocate(9_901, ownerId, [percent(2, 3_333), percent(3, 3_333)])).toEqual([
      share(ownerId, 3_301),
      share(2, 3_300),
      share(3, 3_300),
    ]);
  });

  it('serves FIXED before PERCENT, whichever was listed first', () => {
    expect(allocate(9_901, ownerId, [percent(2, wholeBps), fixed(3, 5_000)])).toEqual([
      share(ownerId, 0),
      share(2, 4_901, 5_000),
      share(3, 5_000),
    ]);
  });

  it('serves one kind in the order given until the net amount is used up, and says what was cut', () => {
    expect(allocate(100, ownerId, [fixed(2, 60), fixed(3, 60), fixed(4, 5)])).toEqual([
      share(ownerId, 0),
      share(2, 60),
      share(3, 40, 20),
      share(4, 0, 5),
    ]);
  });

  it('gives an unresolved recipient’s share to the owner', () => {
    expect(allocate(9_901, ownerId, [fixed(null, 1_000), percent(2, 1_000)])).toEqual([
      share(ownerId, 8_911),
      share(2, 990),
    ]);
  });

  it('keeps an unresolved recipient’s place, so that nobody else gains from it', () => {
    expect(allocate(100, ownerId, [fixed(null, 80), fixed(2, 60)])).toEqual([share(ownerId, 80), share(2, 20, 40)]);
  });

  it('adds up a recipient who is listed twice', () => {
    expect(allocate(9_901, ownerId, [fixed(2, 1_000), percent(2, 1_000)])).toEqual([
      share(ownerId, 7_911),
      share(2, 1_990),
    ]);
  });

  it('takes the owner named as a recipient for the owner', () => {
    expect(allocate(9_901, ownerId, [fixed(ownerId, 1_000), percent(2, 5_000)])).toEqual([
      share(ownerId, 4_951),
      share(2, 4_950),
    ]);
  });

  it('divides nothing into nothing', () => {
    expect(allocate(0, ownerId, [fixed(2, 10), percent(3, 5_000)])).toEqual([
      share(ownerId, 0),
      share(2, 0, 10),
      share(3, 0),
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

  it('has no negative share, one owner, and nobody twice', () => {
    holds((_net, _rules, shares) => {
      expect(shares.every(({ amountMinor, reducedByMinor }) => amountMinor >= 0 && reducedByMinor >= 0)).toBe(true);
      expect(shares.filter(({ isOwner }) => isOwner)).toHaveLength(1);
      expect(new Set(shares.map(({ userId: id }) => id)).size).toBe(shares.length);
    });
  });

  it('gives each recipient what was asked less what it says was cut', () => {
    holds((net, rules, shares) => {
      for (const { userId: id, amountMinor, reducedByMinor, isOwner } of shares) {
        if (isOwner) continue;
        const asked = rules.filter((rule) => rule.userId === id).map((rule) => askedBy(rule, net));
        expect(amountMinor + reducedByMinor).toBe(sumMinor(asked));
      }
    });
  });

  it('cuts nobody while there is enough for all', () => {
    holds((net, rules, shares) => {
      if (sumMinor(rules.map((rule) => askedBy(rule, net))) > net) return;
      expect(shares.every(({ reducedByMinor }) => reducedByMinor === 0)).toBe(true);
    });
  });

  it('shares with others what does not stay with the owner', () => {
    holds((net, _rules, shares) =>
      expect(sharedAmountOf(shares) + (shares.find(({ isOwner }) => isOwner)?.amountMinor ?? 0)).toBe(net),
    );
  });

  const askedBy = (rule: SplitRule, net: number): number =>
    rule.kind === 'FIXED' ? rule.amountMinor : Number((BigInt(net) * BigInt(rule.percentBps)) / BigInt(wholeBps));
});
