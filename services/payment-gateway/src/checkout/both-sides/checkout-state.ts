import type { CardTry, Payable, PixCode } from '@repasse/checkout-kit/both-sides/payable';

/** What the payer's page knows of a payment that stands alone: the body of GET …/state, and of each event of its stream. */
export interface CheckoutState extends Payable {
  readonly checkoutId: string;
  readonly paymentMethod: 'PIX' | 'CREDIT_CARD';
  readonly invoiceId: number;
  readonly amount: string;
  readonly currency: string;
  readonly description: string | null;
  /** Whether it is to be said who pays before the code is shown. */
  readonly isPayerNeeded: boolean;
  /** Null for cards, until it is known who pays, and until the bank has answered. */
  readonly pix: PixCode | null;
  /** The latest card that was tried; null before the first. */
  readonly card: TriedCard | null;
}

export interface TriedCard extends CardTry {
  readonly brand: string;
  readonly last4: string;
  readonly installments: number;
}
