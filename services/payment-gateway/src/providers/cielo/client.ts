import { type Exchange, type ExchangeAnswer } from '../exchange';
import { sortedAnswer } from '../sorted-answer';
import { type SaleRequest } from './requests';

/** What a question to the acquirer came to, sorted by what may be done next. */
export type CieloAnswer =
  | { readonly kind: 'answered'; readonly body: unknown }
  /** 400: the acquirer read the request and will not have it. Its own numbers say why. */
  | { readonly kind: 'refused'; readonly codes: readonly number[] }
  | { readonly kind: 'missing' }
  /** Nothing was done over there: not connected, breaker open, keys or quota refused. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** It may have been done: no answer, half an answer, or a server fault. */
  | { readonly kind: 'silent'; readonly isTimeout: boolean; readonly detail: string };

export interface CieloClient {
  /** POST /1/sales/. The acquirer has no idempotency: sent twice it is two sales, so it is sent once. */
  sell(sale: SaleRequest, timeoutMs: number): Promise<CieloAnswer>;
  capture(saleId: string, timeoutMs: number): Promise<CieloAnswer>;
  voidSale(saleId: string, amountMinor: number, timeoutMs: number): Promise<CieloAnswer>;
  getSale(saleId: string, timeoutMs: number): Promise<CieloAnswer>;
  findSales(orderId: string, timeoutMs: number): Promise<CieloAnswer>;
}

export interface CieloConnection {
  readonly exchange: Exchange;
  /** Where sales are made. */
  readonly baseUrl: string;
  /** Where they are read: another host at this acquirer. */
  readonly queryUrl: string;
  readonly merchantId: string;
  readonly merchantKey: string;
}

export const createCieloClient = (o: CieloConnection): CieloClient => {
  const ask = (question: Question): Promise<CieloAnswer> => asAnswer(send(o, question));
  const sale = (saleId: string): string => `/1/sales/${encodeURIComponent(saleId)}`;
  return {
    sell: (body, timeoutMs) =>
      ask({
        operation: 'post_sale',
        reference: body.MerchantOrderId,
        method: 'POST',
        url: `${o.baseUrl}/1/sales/`,
        body,
        timeoutMs,
      }),
    capture: (saleId, timeoutMs) => {
      const url = `${o.baseUrl}${sale(saleId)}/capture`;
      return ask({ operation: 'put_capture', reference: saleId, method: 'PUT', url, timeoutMs });
    },
    voidSale: (saleId, amountMinor, timeoutMs) => {
      const url = `${o.baseUrl}${sale(saleId)}/void?amount=${amountMinor}`;
      return ask({ operation: 'put_void', reference: saleId, method: 'PUT', url, timeoutMs });
    },
    getSale: (saleId, timeoutMs) => {
      const url = `${o.queryUrl}${sale(saleId)}`;
      return ask({ operation: 'get_sale', reference: saleId, method: 'GET', url, timeoutMs });
    },
    findSales: (orderId, timeoutMs) => {
      const url = `${o.queryUrl}/1/sales?merchantOrderId=${encodeURIComponent(orderId)}`;
      return ask({ operation: 'find_sales', reference: orderId, method: 'GET', url, timeoutMs });
    },
  };
};

interface Question {
  readonly operation: string;
  readonly reference: string;
  readonly method: 'GET' | 'PUT' | 'POST';
  readonly url: string;
  readonly body?: object;
  readonly timeoutMs: number;
}

const send = (o: CieloConnection, { url, body, ...question }: Question): Promise<ExchangeAnswer> =>
  o.exchange({
    ...question,
    url: new URL(url),
    headers: {
      merchantid: o.merchantId,
      merchantkey: o.merchantKey,
      accept: 'application/json',
      'content-type': 'application/json',
    },
    // A PUT without a body still has a length, which some of the acquirer's front ends insist on.
    body: body === undefined ? bodyOfNone(question.method) : JSON.stringify(body),
  });

const bodyOfNone = (method: Question['method']): string | undefined => (method === 'PUT' ? '' : undefined);

const asAnswer = (exchanged: Promise<ExchangeAnswer>): Promise<CieloAnswer> => sortedAnswer(exchanged, sort);

const sort = ({ status, text }: ExchangeAnswer): CieloAnswer => {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    // Something between us and the acquirer answered for it, so nothing is known of what the acquirer did.
    if (body === undefined) return { kind: 'silent', isTimeout: false, detail: `A ${status} that is not JSON.` };
    return { kind: 'answered', body };
  }
  if (status === 400 || status === 422) return { kind: 'refused', codes: codesOf(body) };
  if (status === 404) return { kind: 'missing' };
  if (status >= 500) return { kind: 'silent', isTimeout: status === 504, detail: `The acquirer answered ${status}.` };
  return { kind: 'unavailable', detail: `The acquirer answered ${status}.` };
};

/** `[{"Code":126,"Message":"…"}]`. The texts are not kept: they may quote what was sent. */
const codesOf = (body: unknown): readonly number[] =>
  (Array.isArray(body) ? body : [body]).flatMap((each: unknown) => {
    const code = typeof each === 'object' && each !== null && 'Code' in each ? Number(each.Code) : Number.NaN;
    return Number.isInteger(code) ? [code] : [];
  });

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
