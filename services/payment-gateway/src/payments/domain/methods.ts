import { type PaymentMethod } from '@repasse/contracts';

/** The facts of a method that decisions read. */
interface MethodRow {
  /** Money comes while its payer waits or not at all: no decline is followed by another try, and time never ends it. */
  readonly settlesAtOnce: boolean;
  /** Needs the payer's card, which only POST /internal/card-payments takes. */
  readonly needsCard: boolean;
  /** Its payer pays in another currency, at the price of a quote. */
  readonly needsQuote: boolean;
  /** Paid in coins by POST /payments/v2/crypto; they go back to an address that is given with the refund. */
  readonly isInCoins: boolean;
  /** Its provider tells refunds of a payment apart by their running sum only, so one follows the other. */
  readonly isRefundedInTurn: boolean;
  /** For how many days a receipt can be given back by the arrangement's rules; null leaves it to the provider. */
  readonly refundableDays: number | null;
}

const offered = { settlesAtOnce: false, needsCard: false, needsQuote: false, isInCoins: false };

export const methodRows: Readonly<Record<PaymentMethod, MethodRow>> = {
  PIX: { ...offered, isRefundedInTurn: false, refundableDays: 90 },
  INTERNATIONAL: { ...offered, needsQuote: true, isRefundedInTurn: false, refundableDays: null },
  CREDIT_CARD: { ...offered, settlesAtOnce: true, needsCard: true, isRefundedInTurn: true, refundableDays: null },
  CRYPTO: { ...offered, isInCoins: true, isRefundedInTurn: false, refundableDays: null },
};

export const coinMethods = (Object.keys(methodRows) as PaymentMethod[]).filter(
  (method) => methodRows[method].isInCoins,
);

/** The part of a card's data that may be kept. */
export interface CardSummary {
  readonly brand: string;
  readonly last4: string;
}

/** The payer's instructions, or the known data of how they paid. */
export type Instructions =
  /** `emv` is the BR Code, as it is copied and pasted. */
  | { readonly method: 'PIX'; readonly emv: string }
  /** `publicToken` starts the provider's web SDK. */
  | { readonly method: 'INTERNATIONAL'; readonly publicToken: string; readonly mode: 'prod' | 'sandbox' }
  | {
      readonly method: 'CREDIT_CARD';
      readonly brand: string;
      readonly last4: string;
      readonly installments: number;
    }
  | CryptoInstructions;

/** Where coins go, in the provider's words. Amounts of coins are decimal text: they have up to eighteen decimals. */
export interface CryptoInstructions {
  readonly method: 'CRYPTO';
  readonly payAddress: string;
  readonly payAmount: string;
  /** In capitals: BTC, USDTBSC. */
  readonly payCurrency: string;
  readonly network: string | null;
  /** Coins sent without it are lost on networks that ask for one; null on the others. */
  readonly memo: string | null;
  /** The content of the QR code for a wallet. */
  readonly uri: string;
}

export const cardInstructions = ({ brand, last4 }: CardSummary, installments: number): Instructions => ({
  ...{ method: 'CREDIT_CARD', brand, last4, installments },
});

/** Undefined for every method but coins. */
export const coinsIn = (offer: { readonly instructions: Instructions } | null): CryptoInstructions | undefined =>
  offer?.instructions.method === 'CRYPTO' ? offer.instructions : undefined;
