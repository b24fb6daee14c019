import { type Period } from '../../statements/domain/statement';
import { type Ask, methodsOf, type Protocol } from '../wire/ask';
import { type WithBearer } from '../wire/bearer';
import { type AdapterContext } from '../wire/connect';
import { lenient, matcher, object, text } from '../wire/schema';
import { type Receiver } from './offer-of-cob';
import { type cobRequest, type devolucaoRequest } from './requests';

/** The standard allows 1000; half of them fit into the longest answer that is read, whatever their texts. */
const pixPerPage = 500;

/** A page of a list of a period, counted from 0. */
export const pageQuery = ({ from, to }: Period, page: number): string =>
  new URLSearchParams({
    inicio: from,
    fim: to,
    'paginacao.paginaAtual': String(page),
    'paginacao.itensPorPagina': String(pixPerPage),
  }).toString();

/** RFC 7807 as API Pix uses it. */
const problemIn = matcher(object({ type: lenient(text), detail: lenient(text) }));

/** The last segment of `type` names the error: `CobOperacaoInvalida`. */
export const violationIn = (body: unknown): string => problemIn(body)?.type?.split('/').at(-1) ?? '';

export const pixProtocol: Omit<Protocol, 'baseUrl'> = {
  headers: { accept: 'application/json, application/problem+json' },
  detailOf: (body) => `${violationIn(body)} ${problemIn(body)?.detail ?? ''}`.trim(),
};

type PixClient = ReturnType<typeof createPixClient>;

export interface PixContext extends AdapterContext<PixClient> {
  /** The key money is sent to: CPF, CNPJ, phone, e-mail or EVP. */
  readonly key: string;
  readonly receiver: Receiver;
}

/** Questions that carry the bank's token. */
export const tokenMethods = (ask: Ask, withBearer: WithBearer) =>
  methodsOf((question) =>
    withBearer(
      () => question.timeoutMs,
      (token) => ask({ ...question, headers: { authorization: `Bearer ${token}` } }),
    ),
  );

export const createPixClient = (ask: Ask, withBearer: WithBearer) => {
  const { get, put, patch } = tokenMethods(ask, withBearer);
  const devolucao = (endToEndId: string, id: string): string =>
    `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(id)}`;
  return {
    putCob: (txid: string, body: ReturnType<typeof cobRequest>, timeoutMs: number) =>
      put('put_cob', `/cob/${txid}`, { reference: txid, body, timeoutMs }),
    getCob: (txid: string, timeoutMs: number) => get('get_cob', `/cob/${txid}`, { reference: txid, timeoutMs }),
    /** Takes a charge back. Nothing else may be said in the same request. */
    removeCob: (txid: string, timeoutMs: number) => {
      const body = { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' };
      return patch('remove_cob', `/cob/${txid}`, { reference: txid, body, timeoutMs });
    },
    putDevolucao: (endToEndId: string, id: string, body: ReturnType<typeof devolucaoRequest>, timeoutMs: number) =>
      put('put_devolucao', devolucao(endToEndId, id), { reference: id, body, timeoutMs }),
    getDevolucao: (endToEndId: string, id: string, timeoutMs: number) =>
      get('get_devolucao', devolucao(endToEndId, id), { reference: id, timeoutMs }),
    /** A page of the money received in a period, counted from 0. */
    listPix: (period: Period, page: number, timeoutMs: number) =>
      get('list_pix', `/pix?${pageQuery(period, page)}`, { timeoutMs }),
    putWebhook: (key: string, webhookUrl: string, timeoutMs: number) =>
      put('put_webhook', `/webhook/${encodeURIComponent(key)}`, { body: { webhookUrl }, timeoutMs }),
  };
};
