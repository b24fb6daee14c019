/** A sale of API E-commerce 3.0, as the acquirer keeps it. */
export interface Sale {
  readonly paymentId: string;
  readonly merchantOrderId: string;
  readonly customer: Readonly<Record<string, unknown>>;
  readonly terms: SaleTerms;
  readonly card: MaskedCard;
  readonly status: SaleStatus;
  readonly returnCode: string;
  readonly returnMessage: string;
  readonly tid: string;
  readonly proofOfSale: string;
  readonly authorizationCode: string | null;
  readonly capturedAmount: number;
  readonly capturedAt: string | null;
  /** A running sum. The acquirer keeps no list of what was given back. */
  readonly voidedAmount: number;
  readonly voidedAt: string | null;
  readonly chargebacks: readonly Chargeback[];
  readonly receivedAt: string;
  /** Of a sale that was not finished in time: what the issuer will turn out to have said, and when. */
  readonly finish: (CardVerdict & { readonly dueAt: string }) | null;
}

export interface SaleTerms {
  readonly amount: number;
  readonly installments: number;
  readonly interest: string;
  readonly capture: boolean;
  readonly currency: string;
  readonly country: string;
  readonly softDescriptor: string | null;
}

/** All of a card that is kept. */
export interface MaskedCard {
  /** First six and last four digits. */
  readonly number: string;
  readonly holder: string;
  readonly expirationDate: string;
  readonly brand: string;
}

export interface Chargeback {
  readonly caseNumber: string;
  readonly amount: number;
  readonly date: string;
  readonly reasonCode: string;
  readonly reasonMessage: string;
  readonly status: string;
}

/** Cielo's own numbers. */
export const saleStatus = {
  notFinished: 0,
  authorized: 1,
  confirmed: 2,
  denied: 3,
  voided: 10,
  refunded: 11,
} as const;

export type SaleStatus = (typeof saleStatus)[keyof typeof saleStatus];

/** What the issuer says to a card. */
export interface CardVerdict {
  readonly isAuthorized: boolean;
  readonly returnCode: string;
  readonly returnMessage: string;
}

/** What a notification tells of. It says nothing else. */
export const changeTypes = { status: 1, voidDenied: 5, chargeback: 7, partialVoid: 25 } as const;

/** The acquirer's times are Brasília's and do not say so; there has been no summer time since 2019. */
const brasiliaOffsetMs = -3 * 3_600_000;

/** 2026-11-20 17:16:21 */
export const toBrasilia = (iso: string): string =>
  new Date(Date.parse(iso) + brasiliaOffsetMs).toISOString().slice(0, 19).replace('T', ' ');
