import { type CardTry, type Payable, type PayableStatus, type PixCode } from '@repasse/checkout-kit/both-sides/payable';

/** The payer's page state of a charge: the body of GET /checkout/{chargeId}/state, and of each event of its stream. */
export interface CheckoutState extends Payable {
  readonly chargeId: string;
  readonly statusReason: string | null;
  readonly grossAmount: string;
  /** The amount left to pay: less than the whole when a part has come already. */
  readonly dueAmount: string;
  /** The amount booked as paid: less than the whole where the merchant accepted less. */
  readonly paidAmount: string | null;
  readonly currency: string;
  readonly description: string | null;
  /** The merchant's number of the order. */
  readonly externalReference: string | null;
  readonly paidBy: CheckoutMethod | null;
  /** The PIX transfer that paid the charge, as the payer's bank shows it; null of other methods. */
  readonly endToEndId: string | null;
  /** The receiver of a PIX payment, as the payer's bank shows them; null until it is paid, and for other methods. */
  readonly receiver: { readonly name: string; readonly document: string | null } | null;
  /** Whether the payer must give their data before the code is shown. */
  readonly isPayerNeeded: boolean;
  /** How it may be paid here. */
  readonly methods: readonly CheckoutMethod[];
  /** In how many parts a card may pay. */
  readonly installmentsMax: number;
  /** The latest attempt of each method; null where there is none, for PIX also until the payer is known. */
  readonly pix: PixAttempt | null;
  readonly card: CardAttempt | null;
  readonly international: InternationalAttempt | null;
}

/** Where the state has a method's latest attempt; in the order in which the page offers methods. */
export const attemptField = { PIX: 'pix', CREDIT_CARD: 'card', INTERNATIONAL: 'international' } as const;
export type CheckoutMethod = keyof typeof attemptField;
export const checkoutMethods = Object.keys(attemptField) as readonly CheckoutMethod[];

interface AttemptFacts {
  readonly attemptId: string;
  readonly status: PayableStatus;
  /** In BRL: less than the charge's amount when a part of it has been paid already. */
  readonly amount: string;
  readonly expiresAt: string;
}

export type PixAttempt = AttemptFacts & PixCode;

export interface CardAttempt extends AttemptFacts, CardTry {
  readonly brand: string | null;
  readonly last4: string | null;
  readonly installments: number;
}

export interface InternationalAttempt extends AttemptFacts {
  readonly publicToken: string | null;
  /** The SDK's mode. */
  readonly mode: 'prod' | 'sandbox';
  readonly checkoutCurrency: string | null;
  readonly checkoutAmount: string | null;
  /** BRL for one unit of the currency, spread included. */
  readonly rate: string | null;
}
