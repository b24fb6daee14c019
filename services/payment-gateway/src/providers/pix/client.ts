import { type Period } from '../../statements/domain/statement';
import { type Answer, type Ask, type Protocol, type Question } from '../wire/ask';
import { type WithBearer } from '../wire/bearer';
import { lenient, matcher, object, text } from '@repasse/chassis/schema/schema';
import { type CobRequest, type DevolucaoRequest } from './requests';

/** The standard allows 1000; half of them fit into the longest answer that is read, whatever their texts. */
const pixPerPage = 500;

/** RFC 7807 as API Pix uses it. */
const problemIn = matcher(object({ type: lenient(text), detail: lenient(text) }));

/** The last segment of `type` names the error: `CobOperacaoInvalida`. */
export const violationIn = (body: unknown): string => problemIn(body)?.type?.split('/').at(-1) ?? '';

export const pixProtocol: Protocol = {
  headers: { accept: 'application/json, application/problem+json' },
  detailOf: (body) => `${violationIn(body)} ${problemIn(body)?.detail ?? ''}`.trim(),
};

type Asked = Omit<Question, 'url' | 'headers'> & { readonly path: string };

export type PixClient = ReturnType<typeof createPixClient>;

export const createPixClient = (o: { ask: Ask; withBearer: WithBearer; baseUrl: string }) => {
  const ask = ({ path, ...question }: Asked): Promise<Answer> =>
    o.withBearer(
      () => question.timeoutMs,
      (token) => o.ask({ ...question, url: o.baseUrl + path, headers: { authorization: `Bearer ${token}` } }),
    );
  const devolucao = (endToEndId: string, id: string): { reference: string; path: string } => ({
    reference: id,
    path: `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`,
  });
  return {
    putCob: (txid: string, body: CobRequest, timeoutMs: number) =>
      ask({ operation: 'put_cob', reference: txid, method: 'PUT', path: `/cob/${txid}`, body, timeoutMs }),
    getCob: (txid: string, timeoutMs: number) =>
      ask({ operation: 'get_cob', reference: txid, method: 'GET', path: `/cob/${txid}`, timeoutMs }),
    /** Takes a charge back. Nothing else may be said in the same request. */
    removeCob: (txid: string, timeoutMs: number) => {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
      return ask({ operation: 'remove_cob', reference: txid, method: 'PATCH', path: `/cob/${txid}`, body, timeoutMs });
    },
    putDevolucao: (endToEndId: string, id: string, body: DevolucaoRequest, timeoutMs: number) =>
      ask({ operation: 'put_devolucao', method: 'PUT', ...devolucao(endToEndId, id), body, timeoutMs }),
    getDevolucao: (endToEndId: string, id: string, timeoutMs: number) =>
      ask({ operation: 'get_devolucao', method: 'GET', ...devolucao(endToEndId, id), timeoutMs }),
    /** A page of the money received in a period, counted from 0. */
    listPix: ({ from, to }: Period, page: number, timeoutMs: number) => {
      const query = new URLSearchParams({
        inicio: from,
        fim: to,
        'paginacao.paginaAtual': String(page),
        'paginacao.itensPorPagina': String(pixPerPage),
      });
      return ask({ operation: 'list_pix', method: 'GET', path: `/pix?${query.toString()}`, timeoutMs });
    },
    putWebhook: (key: string, webhookUrl: string, timeoutMs: number) => {
      const path = `/webhook/${encodeURIComponent(key)}`;
      return ask({ operation: 'put_webhook', method: 'PUT', path, body: { webhookUrl }, timeoutMs });
    },
  };
};
