import { HttpFault } from '@repasse/chassis/http/http-fault';
import { type Exchange, type ExchangeAnswer, type ExchangeRequest } from './exchange';

/** Why a question has no answer. Only `missing` says something about the object itself. */
export type NoAnswer =
  | { readonly outcome: 'missing' }
  /** Nothing was done over there: not connected, breaker open, credentials or quota refused. */
  | { readonly outcome: 'unavailable'; readonly detail: string; readonly status?: number }
  /** It may have been done: no answer, half an answer, or a server fault. */
  | { readonly outcome: 'silent'; readonly isTimeout: boolean; readonly detail: string };

/** The provider read the request and will not have it. Repeating it is pointless. */
export interface Refusal {
  readonly outcome: 'refused';
  readonly status: number;
  readonly body: unknown;
  readonly detail: string;
}

/** The result of a question, sorted by what may be done next. */
export type Answer = { readonly outcome: 'answered'; readonly body: unknown } | Refusal | NoAnswer;

export type Question = Pick<ExchangeRequest, 'operation' | 'method' | 'timeoutMs'> & {
  readonly reference?: string;
  /** Behind the protocol's `baseUrl`. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: object;
};

export type Ask = (question: Question) => Promise<Answer>;

/** Where protocols differ that speak JSON over HTTP. */
export interface Protocol {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Statuses of a request that was read and refused; 400 and 422 unless said otherwise. */
  readonly refusals?: readonly number[];
  /** The reason in the body of a refusal; undefined when there is none. */
  readonly detailOf: (body: unknown) => string | undefined;
  /** Reads a body; undefined when it cannot be one of the provider's. JSON unless said otherwise. */
  readonly parse?: (text: string) => unknown;
}

export const createAsk =
  (exchange: Exchange, protocol: Protocol): Ask =>
  (question) =>
    sorted(exchange(requestOf(question, protocol)), protocol);

/** The questions of an `ask` by their HTTP methods. */
export const methodsOf = (ask: Ask) => {
  const by =
    (method: Question['method']) =>
    (operation: string, path: string, rest: Omit<Question, 'operation' | 'method' | 'path'>): Promise<Answer> =>
      ask({ operation, method, path, ...rest });
  return { get: by('GET'), put: by('PUT'), post: by('POST'), patch: by('PATCH') };
};

const requestOf = (question: Question, { baseUrl, headers }: Protocol): ExchangeRequest => ({
  operation: question.operation,
  reference: question.reference ?? null,
  method: question.method,
  url: new URL(baseUrl + question.path),
  headers: {
    accept: 'application/json',
    ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
    ...question.headers,
  },
  body: bodyOf(question),
  timeoutMs: question.timeoutMs,
});

/** An empty body is declared as such: some servers wait for one on PUT and POST. */
const bodyOf = ({ method, body }: Question): string | undefined => {
  if (body !== undefined) return JSON.stringify(body);
  return method === 'GET' ? undefined : '';
};

/** Sorts an answer, or the fault in place of one. */
const sorted = async (exchanged: Promise<ExchangeAnswer>, protocol: Protocol): Promise<Answer> => {
  try {
    return sort(await exchanged, protocol);
  } catch (fault) {
    if (!(fault instanceof HttpFault)) throw fault;
    if (fault.code === 'refused') return { outcome: 'unavailable', detail: fault.message };
    return { outcome: 'silent', isTimeout: fault.code === 'timeout', detail: fault.message };
  }
};

const sort = ({ status, text }: ExchangeAnswer, o: Protocol): Answer => {
  const detail = `The provider answered ${status}.`;
  const body = (o.parse ?? parseJson)(text);
  if (status >= 200 && status < 300) {
    // Something between us and the provider answered, so the provider may have done it or not.
    if (body === undefined) return { outcome: 'silent', isTimeout: false, detail: `A ${status} that is not JSON.` };
    return { outcome: 'answered', body };
  }
  if ((o.refusals ?? [400, 422]).includes(status)) {
    return { outcome: 'refused', status, body, detail: o.detailOf(body) ?? detail };
  }
  if (status === 404 || status === 410) return { outcome: 'missing' };
  if (status >= 500) return { outcome: 'silent', isTimeout: status === 504, detail };
  return { outcome: 'unavailable', status, detail };
};

/** An empty body is an answer (null); undefined is a text that is not JSON. */
export const parseJson = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
