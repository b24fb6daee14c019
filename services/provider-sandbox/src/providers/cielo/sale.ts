import { brasiliaTime } from '@repasse/values/brasilia-time';

/** A sale of API E-commerce 3.0, as the acquirer keeps it. Nothing of its card is kept but the brand. */
export interface Sale {
  readonly paymentId: string;
  readonly merchantOrderId: string;
  readonly amount: number;
  /** Captured as soon as it is authorised. */
  readonly isCapturedAtOnce: boolean;
  readonly brand: string;
  readonly status: SaleStatus;
  readonly returnCode: string;
  readonly capturedAt: string | null;
  /** A running sum. The acquirer keeps no list of what was given back. */
  readonly voidedAmount: number;
  readonly voidedAt: string | null;
  readonly chargebacks: readonly Chargeback[];
  readonly receivedAt: string;
  /** Of a sale that was not finished in time: the issuer's late answer, and when it comes. */
  readonly finish: (CardVerdict & { readonly dueAt: string }) | null;
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

type SaleStatus = (typeof saleStatus)[keyof typeof saleStatus];

/** The issuer's answer about a card. */
export interface CardVerdict {
  readonly isAuthorized: boolean;
  readonly returnCode: string;
}

/** The kinds of change that a notification reports. It holds no details of the change. */
export const changeTypes = { status: 1, voidDenied: 5, chargeback: 7, partialVoid: 25 } as const;

/** The acquirer's times are Brasília's and do not say so: 2026-11-20 17:16:21. */
export const toBrasilia = (iso: string): string => brasiliaTime(iso).slice(0, 19).replace('T', ' ');

/** Cielo asks the issuer again after this when it got no answer in time. */
const finishAfterMs = 300_000;

export interface NewSale extends Pick<Sale, 'paymentId' | 'merchantOrderId' | 'amount' | 'isCapturedAtOnce' | 'brand'> {
  readonly verdict: CardVerdict;
  /** The issuer has not answered yet. */
  readonly isLate: boolean;
  readonly now: string;
}

export const makeSale = ({ verdict, isLate, now, ...given }: NewSale): Sale => {
  const unfinished: Sale = {
    ...given,
    status: saleStatus.notFinished,
    returnCode: '',
    capturedAt: null,
    voidedAmount: 0,
    voidedAt: null,
    chargebacks: [],
    receivedAt: now,
    finish: { ...verdict, dueAt: new Date(Date.parse(now) + finishAfterMs).toISOString() },
  };
  return isLate ? unfinished : finishSale(unfinished, now);
};

/** Applies the issuer's answer. A finished sale does not change. */
export const finishSale = (sale: Sale, now: string): Sale => {
  if (sale.finish === null) return sale;
  const { isAuthorized, returnCode } = sale.finish;
  const finished = { ...sale, returnCode, finish: null };
  if (!isAuthorized) return { ...finished, status: saleStatus.denied };
  const authorized = { ...finished, status: saleStatus.authorized };
  return (sale.isCapturedAtOnce ? captureSale(authorized, now) : undefined) ?? authorized;
};

/** Once only, and all of it; undefined when that is not possible. */
export const captureSale = (sale: Sale, now: string): Sale | undefined =>
  sale.status === saleStatus.authorized
    ? // 6 in the sandbox; production says 0.
      { ...sale, status: saleStatus.confirmed, returnCode: '6', capturedAt: now }
    : undefined;
