import { type Exchange, type ExchangeAnswer } from '../exchange';
import { sortedAnswer } from '../sorted-answer';

/** What a question to the provider came to, sorted by what may be done next. Bodies are text: numbers must stay exact. */
export type CoinAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  /** 400 or 422: the provider read the request and will not have it. */
  | { readonly kind: 'refused'; readonly detail: string; readonly text: string }
  | { readonly kind: 'missing' }
  /** Nothing was done over there: not connected, breaker open, key or quota refused. */
  | { readonly kind: 'unavailable'; readonly detail: string; readonly status?: number }
  /** It may have been done: no answer, half an answer, or a server fault. */
  | { readonly kind: 'silent'; readonly isTimeout: boolean; readonly detail: string };

export interface Connection {
  readonly exchange: Exchange;
  /** The provider's address with the version. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

export type Ask = (question: Question) => Promise<CoinAnswer>;

export const createAsk =
  (o: Connection): Ask =>
  (question) =>
    sortedAnswer(send(o, question), sort);

/** `bearer` is for what only somebody who has signed in may ask. */
export interface Question {
  readonly operation: string;
  readonly reference: string | null;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly bearer?: string;
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
      ...(question.bearer === undefined ? {} : { authorization: `Bearer ${question.bearer}` }),
      ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: question.body === undefined ? undefined : JSON.stringify(question.body),
    timeoutMs: question.timeoutMs,
  });

const sort = ({ status, text }: ExchangeAnswer): CoinAnswer => {
  if (status >= 200 && status < 300) return { kind: 'answered', text };
  if (status === 400 || status === 422) return { kind: 'refused', detail: detailOf(status, text), text };
  if (status === 404) return { kind: 'missing' };
  if (status >= 500) return { kind: 'silent', isTimeout: status === 504, detail: `The provider answered ${status}.` };
  return { kind: 'unavailable', status, detail: `The provider answered ${status}.` };
};

/** `{"status":false,"statusCode":400,"code":"AMOUNT_MINIMAL_ERROR","message":"…"}` */
const detailOf = (status: number, text: string): string => {
  const parts = /"code"\s*:\s*"([A-Z_]{1,80})"/.exec(text);
  return parts?.[1] ?? `The provider answered ${status}.`;
};
