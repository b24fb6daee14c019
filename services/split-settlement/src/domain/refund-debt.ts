import { multiplyDivideFloor, sumMinor } from '@repasse/values/money';
import { type Contribution } from './divide-reversal';

/** A user's funds when a refund is decided. */
export interface Funds {
  readonly userId: number;
  /** Available, pending and reserved, together. */
  readonly heldMinor: number;
  /** Of it, what other refunds on their way will take. */
  readonly promisedMinor: number;
  readonly debtMinor: number;
}

/** The part of a refund that its givers do not have, which would become debts. */
export const debtMadeBy = (contributions: readonly Contribution[], funds: readonly Funds[]): number =>
  sumMinor(
    contributions.map(({ userId, amountMinor }) => {
      const own = funds.find((each) => each.userId === userId);
      const freeMinor = own === undefined ? 0 : Math.max(0, own.heldMinor - own.promisedMinor);
      return Math.max(0, amountMinor - freeMinor);
    }),
  );

export interface DebtTerms {
  /** How much debt the installation lets a merchant's own refunds make. */
  readonly debtMinorMax: number;
  /**
   * The fees of the sales that the merchant has refunded lately, this one included. The platform keeps them, so a sale
   * that goes back in full leaves a debt of its fee, with which the platform has not paid anything of its own.
   */
  readonly feesMinor: number;
}

/** The most that the owner may owe after a refund that makes a debt. */
export const debtAllowed = ({ debtMinorMax, feesMinor }: DebtTerms): number => debtMinorMax + feesMinor;

/** Whether a refund may go. One that makes no debt always may, whatever its owner owes already. */
export const isDebtAllowed = (madeMinor: number, owedMinor: number, terms: DebtTerms): boolean =>
  madeMinor === 0 || madeMinor + owedMinor <= debtAllowed(terms);

/** The fee of a part of a sale, rounded up: the parts of a sale must allow at least what the whole does. */
export const feeOfPart = (feeMinor: number, partMinor: number, wholeMinor: number): number =>
  wholeMinor <= 0 ? 0 : feeMinor - multiplyDivideFloor(feeMinor, Math.max(0, wholeMinor - partMinor), wholeMinor);
