import { type Period } from '../../domain/statement';
import { type Exchange, type ExchangeAnswer } from '../exchange';
import { sortedAnswer } from '../sorted-answer';
import { type PaymentBody } from './requests';

/** What a question to the provider came to, sorted by what may be done next. Bodies are text: numbers must stay exact. */
export type CoinAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  /** 400 or 422: the provider read the request and will not have it. */
  | { readonly kind: 'refused'; readonly detail: string }
  | { readonly kind: 'missing' }
  /** Nothing was done over there: not connected, breaker open, key or quota refused. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** It may have been done: no answer, half an answer, or a server fault. */
  | { readonly kind: 'silent'; readonly isTimeout: boolean; readonly detail: string };

export interface MinimumQuestion {
  readonly payCurrency: string;
  readonly fiatCurrency: string;
}

export interface NowpaymentsClient {
  /** Not safe to repeat: the provider makes another payment each time. */
  createPayment(body: PaymentBody, timeoutMs: number): Promise<CoinAnswer>;
  getPayment(paymentId: string, timeoutMs: number): Promise<CoinAnswer>;
  /** A page of all payments, or of those made in a period, newest first; there is no search by order. */
  listPayments(page: number, timeoutMs: number, made?: Period): Promise<CoinAnswer>;
  minimum(asked: MinimumQuestion, timeoutMs: number): Promise<CoinAnswer>;
}

interface Connection {
  readonly exchange: Exchange;
  /** The provider's address with the version. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The most the provider gives at once. */
export const paymentsPerPage = 500;

export const createNowpaymentsClient = (o: Connection): NowpaymentsClient => {
  const ask = (question: Question): Promise<CoinAnswer> => asAnswer(send(o, question));
  const get = (operation: string, path: string, timeoutMs: number, reference: string | null = null) =>
    ask({ operation, reference, method: 'GET', path, timeoutMs });
  return {
    createPayment: (body, timeoutMs) =>
      ask({ operation: 'create_payment', reference: body.order_id, method: 'POST', path: '/payment', body, timeoutMs }),
    getPayment: (paymentId, timeoutMs) =>
      get('get_payment', `/payment/${encodeURIComponent(paymentId)}`, timeoutMs, paymentId),
    listPayments: (page, timeoutMs, made) => {
      const order = { sortBy: 'created_at', orderBy: 'desc' };
      const dates = made === undefined ? {} : { dateFrom: made.from, dateTo: made.to };
      const query = new URLSearchParams({ limit: String(paymentsPerPage), page: String(page), ...order, ...dates });
      return get('list_payments', `/payment/?${query.toString()}`, timeoutMs);
    },
    minimum: ({ payCurrency, fiatCurrency }, timeoutMs) => {
      const query = new URLSearchParams({
        currency_from: payCurrency,
        currency_to: payCurrency,
        fiat_equivalent: fiatCurrency,
        is_fixed_rate: 'true',
        is_fee_paid_by_user: 'false',
      });
      return get('min_amount', `/min-amount?${query.toString()}`, timeoutMs);
    },
  };
};

interface Question {
  readonly operation: string;
  readonly reference: string | null;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly timeoutMs: number;
}

const send = ({ exchange, baseUrl, apiKey }: Connection, question: Question): Promise<ExchangeAnswer> =>
  exchange({
    operation: question.operation,
    reference: question.reference,
    method: question.method,
    url: new URL(`${baseUrl}${question.path}`),
    headers: {
      'x-api-key': apiKey,
      accept: 'application/json',
      ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: question.body === undefined ? undefined : JSON.stringify(question.body),
    timeoutMs: question.timeoutMs,
  });

const asAnswer = (exchanged: Promise<ExchangeAnswer>): Promise<CoinAnswer> => sortedAnswer(exchanged, sort);

const sort = ({ status, text }: ExchangeAnswer): CoinAnswer => {
  if (status >= 200 && status < 300) return { kind: 'answered', text };
  if (status === 400 || status === 422) return { kind: 'refused', detail: detailOf(status, text) };
  if (status === 404) return { kind: 'missing' };
  if (status >= 500) return { kind: 'silent', isTimeout: status === 504, detail: `The provider answered ${status}.` };
  return { kind: 'unavailable', detail: `The provider answered ${status}.` };
};

/** `{"status":false,"statusCode":400,"code":"AMOUNT_MINIMAL_ERROR","message":"…"}` */
const detailOf = (status: number, text: string): string => {
  const parts = /"code"\s*:\s*"([A-Z_]{1,80})"/.exec(text);
  return parts?.[1] ?? `The provider answered ${status}.`;
};
