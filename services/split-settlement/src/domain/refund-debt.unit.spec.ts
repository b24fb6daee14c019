import { sumMinor } from '@repasse/values/money';
import fc from 'fast-check';
import { debtMadeBy, feeOfPart, isDebtAllowed, type Funds } from './refund-debt';

const funds = (other: Partial<Funds> = {}): Funds => ({
  ...{ userId: 7, heldMinor: 9_901, promisedMinor: 0, debtMinor: 0 },
  ...other,
});
const contribution = (amountMinor: number, userId = 7) => ({ userId, isOwner: userId === 7, amountMinor });

it.each<[string, ReturnType<typeof contribution>[], Funds[], number]>([
  ['the fee of a sale that goes back whole', [contribution(10_000)], [funds()], 99],
  ['nothing where there is enough', [contribution(9_901)], [funds()], 0],
  ['what other refunds will take', [contribution(5_000)], [funds({ promisedMinor: 6_000 })], 1_099],
  ['all of it where more is promised than there is', [contribution(5_000)], [funds({ promisedMinor: 20_000 })], 5_000],
  ['all that a user without money gives', [contribution(5_000), contribution(2_000, 8)], [funds()], 2_000],
])('makes a debt of %s', (_, contributions, of, madeMinor) => {
  expect(debtMadeBy(contributions, of)).toBe(madeMinor);
});

it.each([
  ['no debt, though the owner owes', 0, 50_000, { debtMinorMax: 0, feesMinor: 0 }, true],
  ['the fee that the platform keeps', 99, 0, { debtMinorMax: 0, feesMinor: 99 }, true],
  ['a centavo more than the fee', 100, 0, { debtMinorMax: 0, feesMinor: 99 }, false],
  ['a debt of its fee on top of earlier ones of theirs', 99, 198, { debtMinorMax: 0, feesMinor: 297 }, true],
  ['all, after everything was paid out', 10_000, 0, { debtMinorMax: 0, feesMinor: 99 }, false],
  ['a debt that the installation allows', 10_000, 5_000, { debtMinorMax: 15_000, feesMinor: 0 }, true],
  ['a debt on top of one that uses it up', 1, 15_000, { debtMinorMax: 15_000, feesMinor: 0 }, false],
])('lets a refund go or not that makes %s', (_, madeMinor, owedMinor, terms, isAllowed) => {
  expect(isDebtAllowed(madeMinor, owedMinor, terms)).toBe(isAllowed);
});

it('allows the fee of a sale at least, in however many parts it goes back', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(parts, fc.nat({ max: 900 }), (all, feeMinor) => {
      const wholeMinor = sumMinor(all);
      const feesMinor = sumMinor(all.map((part) => feeOfPart(feeMinor, part, wholeMinor)));
      expect(feesMinor).toBeGreaterThanOrEqual(feeMinor);
      expect(feesMinor).toBeLessThan(feeMinor + all.length);
    }),
  );
});
