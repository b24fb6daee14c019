import { type Period } from '../../domain/statement';
import { type Exchange, type ExchangeAnswer, ExchangeFault } from '../exchange';
import { sortedAnswer } from '../sorted-answer';
import { type CobRequest, type DevolucaoRequest } from './requests';
import { type TokenSource } from './token';

/** What a question to the provider came to, sorted by what may be done next. */
export type PixAnswer =
  | { readonly kind: 'answered'; readonly status: number; readonly body: unknown }
  /** 400 or 422: the provider read the request and will not have it. Repeating it is pointless. */
  | { readonly kind: 'refused'; readonly status: number; readonly type: string; readonly detail: string }
  | { readonly kind: 'missing' }
  /** Nothing was done over there: not connected, breaker open, credentials or quota refused. */
  | { readonly kind: 'unavailable'; readonly detail: string }
  /** It may have been done: no answer, half an answer, or a server fault. */
  | { readonly kind: 'silent'; readonly isTimeout: boolean; readonly detail: string };

export interface PixClient {
  putCob(txid: string, body: CobRequest, timeoutMs: number): Promise<PixAnswer>;
  getCob(txid: string, timeoutMs: number): Promise<PixAnswer>;
  /** Takes a charge back. Nothing else may be said in the same request. */
  removeCob(txid: string, timeoutMs: number): Promise<PixAnswer>;
  putDevolucao(endToEndId: string, id: string, body: DevolucaoRequest, timeoutMs: number): Promise<PixAnswer>;
  getDevolucao(endToEndId: string, id: string, timeoutMs: number): Promise<PixAnswer>;
  /** A page of the money received in a period, counted from 0. */
  listPix(period: Period, page: number, timeoutMs: number): Promise<PixAnswer>;
  putWebhook(key: string, webhookUrl: string, timeoutMs: number): Promise<PixAnswer>;
}

/** The standard allows 1000; half of them fit into the longest answer that is read, whatever their texts. */
const pixPerPage = 500;

export const createPixClient = (o: { exchange: Exchange; token: TokenSource; baseUrl: string }): PixClient => {
  const ask = (question: Question): Promise<PixAnswer> => asAnswer(authorized(o, question));
  return {
    putCob: (txid, body, timeoutMs) =>
      ask({ operation: 'put_cob', reference: txid, method: 'PUT', path: `/cob/${txid}`, body, timeoutMs }),
    getCob: (txid, timeoutMs) =>
      ask({ operation: 'get_cob', reference: txid, method: 'GET', path: `/cob/${txid}`, timeoutMs }),
    removeCob: (txid, timeoutMs) => {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
      return ask({ operation: 'remove_cob', reference: txid, method: 'PATCH', path: `/cob/${txid}`, body, timeoutMs });
    },
    putDevolucao: (endToEndId, id, body, timeoutMs) => {
      const path = devolucaoPath(endToEndId, id);
      return ask({ operation: 'put_devolucao', reference: id, method: 'PUT', path, body, timeoutMs });
    },
    getDevolucao: (endToEndId, id, timeoutMs) => {
      const path = devolucaoPath(endToEndId, id);
      return ask({ operation: 'get_devolucao', reference: id, method: 'GET', path, timeoutMs });
    },
    listPix: ({ from, to }, page, timeoutMs) => {
      const query = new URLSearchParams({
        inicio: from,
        fim: to,
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(pixPerPage),
      });
      return ask({
        operation: 'list_pix',
        reference: null,
        method: 'GET',
        path: `/pix?${query.toString()}`,
        timeoutMs,
      });
    },
    putWebhook: (key, webhookUrl, timeoutMs) => {
      const path = `/webhook/${encodeURIComponent(key)}`;
      return ask({ operation: 'put_webhook', reference: null, method: 'PUT', path, body: { webhookUrl }, timeoutMs });
    },
  };
};

const devolucaoPath = (endToEndId: string, id: string): string =>
  `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`;

interface Question {
  readonly operation: string;
  readonly reference: string | null;
  readonly method: 'GET' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  readonly timeoutMs: number;
}

type Connection = Parameters<typeof createPixClient>[0];

/** Sends with a token; a 401 means the token died early and nothing was done, so one fresh token may try again. */
const authorized = async (o: Connection, question: Question): Promise<ExchangeAnswer> => {
  const token = await tokenOf(o);
  const answer = await send(o, question, token);
  if (answer.status !== 401) return answer;

  o.token.discard(token);
  return send(o, question, await tokenOf(o));
};

/** Without a token nothing was asked, however the token endpoint failed: it is never about the payment. */
const tokenOf = async ({ token }: Connection): Promise<string> => {
  try {
    const answer = await token.get();
    if ('token' in answer) return answer.token;
    throw new ExchangeFault('refused', `The token endpoint answered ${answer.refusal.status}.`);
  } catch (fault) {
    if (fault instanceof ExchangeFault) throw new ExchangeFault('refused', `No access token: ${fault.message}`);
    throw fault;
  }
};

const send = (o: Connection, question: Question, token: string): Promise<ExchangeAnswer> => {
  const hasBody = question.body !== undefined;
  return o.exchange({
    operation: question.operation,
    reference: question.reference,
    method: question.method,
    url: new URL(o.baseUrl + question.path),
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'application/json, application/problem+json',
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
    },
    body: hasBody ? JSON.stringify(question.body) : undefined,
    timeoutMs: question.timeoutMs,
  });
};

const asAnswer = (exchanged: Promise<ExchangeAnswer>): Promise<PixAnswer> => sortedAnswer(exchanged, sort);

const sort = ({ status, text }: ExchangeAnswer): PixAnswer => {
  const body = parsed(text);
  if (status >= 200 && status < 300) {
    // Something between us and the provider answered for it, so nothing is known of what the provider did.
    if (body === undefined) return { kind: 'silent', isTimeout: false, detail: `A ${status} that is not JSON.` };
    return { kind: 'answered', status, body };
  }
  if (status === 400 || status === 422) return { kind: 'refused', status, ...violation(body) };
  if (status === 404 || status === 410) return { kind: 'missing' };
  if (status >= 500) return { kind: 'silent', isTimeout: status === 504, detail: `The provider answered ${status}.` };
  return { kind: 'unavailable', detail: `The provider answered ${status}.` };
};

/** RFC 7807 as API Pix uses it: the last segment of `type` names the error. */
const violation = (body: unknown): { type: string; detail: string } => {
  const problem = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  const type = typeof problem['type'] === 'string' ? (problem['type'].split('/').at(-1) ?? '') : '';
  const detail = typeof problem['detail'] === 'string' ? problem['detail'] : '';
  return { type, detail };
};

/** An empty body is an answer (null); undefined is a text that is not JSON. */
const parsed = (text: string): unknown => {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
