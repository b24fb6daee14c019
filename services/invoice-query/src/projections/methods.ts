import { type ChargeMethod, type PaymentMethod } from '@repasse/contracts';

/** The facts of a method that views show. */
interface MethodRow {
  /** In a sentence of a timeline. */
  readonly name: string;
  readonly isInCoins: boolean;
  /** The reference of its receipts is the end-to-end id, which both banks show. */
  readonly hasEndToEndId: boolean;
}

const chargeRows: Readonly<Record<ChargeMethod, MethodRow>> = {
  PIX: { name: 'PIX', isInCoins: false, hasEndToEndId: true },
  CREDIT_CARD: { name: 'credit card', isInCoins: false, hasEndToEndId: false },
  INTERNATIONAL: { name: 'international checkout', isInCoins: false, hasEndToEndId: false },
};

export const methodRows: Readonly<Record<PaymentMethod, MethodRow>> = {
  ...chargeRows,
  CRYPTO: { name: 'crypto', isInCoins: true, hasEndToEndId: false },
};

export const chargeMethods = Object.keys(chargeRows);
export const paymentMethods = Object.keys(methodRows);

/** A rail of a payout is the method by which it is paid; the first release paid in coins only and named none. */
export const payoutMethodOf = (rail: 'PIX' | 'CRYPTO' = 'CRYPTO'): PaymentMethod => rail;
