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

/** Cielo asks the issuer again after this when it got no answer in time. */
const finishAfterMs = 300_000;

export interface NewSale {
  readonly paymentId: string;
  readonly tid: string;
  readonly proofOfSale: string;
  readonly authorizationCode: string;
  readonly merchantOrderId: string;
  readonly customer: Readonly<Record<string, unknown>>;
  readonly terms: SaleTerms;
  readonly card: MaskedCard;
  readonly verdict: CardVerdict;
  /** The issuer has not answered yet. */
  readonly isLate: boolean;
  readonly now: string;
}

export const makeSale = (request: NewSale): Sale => {
  const { verdict, isLate, authorizationCode, now, ...kept } = request;
  const unfinished: Sale = {
    ...kept,
    status: saleStatus.notFinished,
    returnCode: '',
    returnMessage: '',
    authorizationCode: null,
    capturedAmount: 0,
    capturedAt: null,
    voidedAmount: 0,
    voidedAt: null,
    chargebacks: [],
    receivedAt: now,
    finish: { ...verdict, dueAt: new Date(Date.parse(now) + finishAfterMs).toISOString() },
  };
  return isLate ? unfinished : finishSale(unfinished, authorizationCode, now);
};

/** Applies the issuer's answer. A finished sale does not change. */
export const finishSale = (sale: Sale, authorizationCode: string, now: string): Sale => {
  if (sale.finish === null) return sale;
  const { isAuthorized, returnCode, returnMessage } = sale.finish;
  const finished = { ...sale, returnCode, returnMessage, finish: null };
  if (!isAuthorized) return { ...finished, status: saleStatus.denied };
  const authorized = { ...finished, status: saleStatus.authorized, authorizationCode };
  return sale.terms.capture ? captured(authorized, sale.terms.amount, now) : authorized;
};

/** Once only, all or a part; undefined when that is not possible. */
export const captureSale = (sale: Sale, amount: number, now: string): Sale | undefined =>
  sale.status === saleStatus.authorized && amount > 0 && amount <= sale.terms.amount
    ? captured(sale, amount, now)
    : undefined;

const captured = (sale: Sale, amount: number, now: string): Sale => ({
  ...sale,
  status: saleStatus.confirmed,
  // In the sandbox; production says 0.
  returnCode: '6',
  returnMessage: 'Operation Successful',
  capturedAmount: amount,
  capturedAt: now,
});
