import { saleStatus, type CardVerdict, type MaskedCard, type Sale, type SaleTerms } from './sale';

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
