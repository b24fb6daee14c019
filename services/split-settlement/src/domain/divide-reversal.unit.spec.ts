import fc from 'fast-check';
import { divideReversal, type Contribution, type Party, type SplitRefund } from './divide-reversal';

const party = (userId: number, partMinor: number, isOwner = false): Party => ({
  userId,
  isOwner,
  partMinor,
  takenMinor: 0,
  listedMinor: 0,
});

// 100.00 of which 19.80 went to Ana and 10.00 to Bruno; the rest, 0.99 in fees included, is Olga's to give back.
const [olga, ana, bruno] = [1, 2, 3];
const parties = [party(olga, 7_020, true), party(ana, 1_980), party(bruno, 1_000)];

const amountsOf = (contributions: readonly Contribution[]): Record<number, number> =>
  Object.fromEntries(contributions.map(({ userId, amountMinor }) => [userId, amountMinor]));

/** The parties after they gave: as the books would read the next time. */
const after = (before: readonly Party[], contributions: readonly Contribution[], isListed: boolean): Party[] => {
  const amounts = amountsOf(contributions);
  return before.map((each) => {
    const givenMinor = amounts[each.userId] ?? 0;
    return isListed
      ? { ...each, listedMinor: each.listedMinor + givenMinor }
      : { ...each, takenMinor: each.takenMinor + givenMinor };
  });
};

describe('a refund that is divided in proportion', () => {
  it('takes the shares back in full when all goes back, and the fees from the owner', () => {
    expect(amountsOf(divideReversal(parties, 10_000, null))).toEqual({ [olga]: 7_020, [ana]: 1_980, [bruno]: 1_000 });
  });

  it('rounds down for the others, and the owner gives the rest', () => {
    expect(amountsOf(divideReversal(parties, 3_333, null))).toEqual({ [olga]: 2_341, [ana]: 659, [bruno]: 333 });
  });

  it('leaves out parties who give nothing', () => {
    expect(divideReversal(parties, 1, null)).toEqual([{ userId: olga, isOwner: true, amountMinor: 1 }]);
  });

  it('gives everything to the owner to carry where more goes back than was paid', () => {
    expect(amountsOf(divideReversal(parties, 12_000, null))).toEqual({ [olga]: 9_020, [ana]: 1_980, [bruno]: 1_000 });
  });
});

describe('a refund that names its givers', () => {
  it.each<[string, SplitRefund, Record<number, number>]>([
    ['takes what it says', [{ userId: ana, amountMinor: 600 }], { [olga]: 3_400, [ana]: 600 }],
    ['takes all from the owner', [{ userId: olga, amountMinor: 4_000 }], { [olga]: 4_000 }],
    [
      'takes from each user at most what they got',
      [{ userId: bruno, amountMinor: 4_000 }],
      { [olga]: 3_000, [bruno]: 1_000 },
    ],
    ['takes nothing of a stranger', [{ userId: 99, amountMinor: 4_000 }], { [olga]: 4_000 }],
    [
      'adds up what it says twice',
      [
        { userId: ana, amountMinor: 500 },
        { userId: ana, amountMinor: 500 },
      ],
      { [olga]: 3_000, [ana]: 1_000 },
    ],
    ['takes no more than goes back', [{ userId: ana, amountMinor: 5_000 }], { [olga]: 2_020, [ana]: 1_980 }],
  ])('%s', (_what, splitRefund, contributions) => {
    expect(amountsOf(divideReversal(parties, 4_000, splitRefund))).toEqual(contributions);
  });

  it('is followed by refunds in proportion to the rest', () => {
    const left = after(parties, divideReversal(parties, 5_000, [{ userId: olga, amountMinor: 5_000 }]), true);

    // Of the 50.00 that are left, Olga has 20.20 to give, Ana 19.80 and Bruno 10.00.
    expect(amountsOf(divideReversal(left, 2_500, null))).toEqual({ [olga]: 1_010, [ana]: 990, [bruno]: 500 });
    expect(amountsOf(divideReversal(left, 5_000, null))).toEqual({ [olga]: 2_020, [ana]: 1_980, [bruno]: 1_000 });
  });
});

const anyParties = fc
  .record({
    ownerMinor: fc.nat({ max: 10_000_000 }),
    shares: fc.array(fc.nat({ max: 10_000_000 }), { maxLength: 6 }),
  })
  .map(({ ownerMinor, shares }) => [
    party(1, ownerMinor, true),
    ...shares.map((part, index) => party(index + 2, part)),
  ]);

const wholeOf = (all: readonly Party[]): number => all.reduce((sum, { partMinor }) => sum + partMinor, 0);

/** Cuts a whole into steps at arbitrary places. */
const stepsOf = (wholeMinor: number, cuts: readonly number[]): number[] => {
  const places = [...new Set([0, ...cuts.map((cut) => Math.floor(cut * wholeMinor)), wholeMinor])].sort(
    (a, b) => a - b,
  );
  return places.slice(1).map((place, index) => place - (places[index] ?? 0));
};

// Thousandths, because an arbitrary double between 0 and 1 is nearly always next to 0.
const anyFraction = fc.nat({ max: 1_000 }).map((thousandths) => thousandths / 1_000);
const anyCuts = fc.array(anyFraction, { maxLength: 12 });

describe('any refund', () => {
  it('ends exactly at the shares when all has gone back, in whatever steps', () => {
    fc.assert(
      fc.property(anyParties, anyCuts, (before, cuts) => {
        let now: readonly Party[] = before;
        for (const stepMinor of stepsOf(wholeOf(before), cuts)) {
          now = after(now, divideReversal(now, stepMinor, null), false);
        }

        expect(now.map(({ takenMinor }) => takenMinor)).toEqual(before.map(({ partMinor }) => partMinor));
      }),
    );
  });

  it('has taken from each what one refund of the sum would have taken, but for centavos', () => {
    fc.assert(
      fc.property(anyParties, anyCuts, fc.nat({ max: 12 }), (before, cuts, stepCount) => {
        let [now, totalMinor]: [readonly Party[], number] = [before, 0];
        for (const stepMinor of stepsOf(wholeOf(before), cuts).slice(0, stepCount)) {
          now = after(now, divideReversal(now, stepMinor, null), false);
          totalMinor += stepMinor;
        }
        const atOnce = totalMinor === 0 ? {} : amountsOf(divideReversal(before, totalMinor, null));

        for (const { userId, takenMinor } of now) {
          expect(Math.abs(takenMinor - (atOnce[userId] ?? 0))).toBeLessThan(before.length + 1);
        }
      }),
    );
  });

  it('adds up, takes no negative amount, and only from the owner more than they got', () => {
    const anyStep = fc.record({
      part: anyFraction,
      listed: fc.option(
        fc.array(fc.record({ userId: fc.integer({ min: 1, max: 9 }), amountMinor: fc.nat({ max: 10_000_000 }) }), {
          minLength: 1,
          maxLength: 4,
        }),
      ),
    });
    fc.assert(
      fc.property(anyParties, fc.array(anyStep, { maxLength: 8 }), (before, steps) => {
        let now: readonly Party[] = before;
        for (const { part, listed } of steps) {
          const amountMinor = Math.max(1, Math.floor((part * wholeOf(before)) / 2));
          const contributions = divideReversal(now, amountMinor, listed);
          now = after(now, contributions, listed !== null);

          expect(contributions.reduce((sum, contribution) => sum + contribution.amountMinor, 0)).toBe(amountMinor);
          expect(contributions.every((contribution) => contribution.amountMinor > 0)).toBe(true);
        }
        for (const { isOwner, partMinor, takenMinor, listedMinor } of now) {
          if (!isOwner) expect(takenMinor + listedMinor).toBeLessThanOrEqual(partMinor);
        }
      }),
    );
  });
});
