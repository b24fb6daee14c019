import { createAsk } from '../../wire/ask';
import { type WithBearer } from '../../wire/bearer';
import { type AdapterContext } from '../../wire/connect';
import { type Exchange } from '../../wire/exchange';
import { type Period } from '../../../statements/domain/statement';
import { pageQuery, tokenMethods, violationIn } from '../client';
import { type sendRequest } from './requests';
import { refusalName } from './refusals';

type SendingClient = ReturnType<typeof createSendingClient>;

export interface SendingContext extends AdapterContext<SendingClient> {
  /** The key of ours that pays. */
  readonly key: string;
}

/** The PSP's own operations beside the API Pix: what sends is of version 3, what reads of version 2. */
export const createSendingClient = (exchange: Exchange, baseUrl: string, withBearer: WithBearer) => {
  const ask = createAsk(exchange, {
    ...{ baseUrl, headers: { accept: 'application/json, application/problem+json' } },
    // 409: the name was used, so the payout has to be read.
    refusals: [400, 409, 422],
    detailOf: (body) => violationIn(body) || refusalName(body),
  });
  const { get, put } = tokenMethods(ask, withBearer);
  return {
    send: (idEnvio: string, body: ReturnType<typeof sendRequest>, timeoutMs: number) =>
      put('send_pix', `/v3/gn/pix/${idEnvio}`, { reference: idEnvio, body, timeoutMs }),
    getSent: (idEnvio: string, timeoutMs: number) =>
      get('get_sent_pix', `/v2/gn/pix/enviados/id-envio/${encodeURIComponent(idEnvio)}`, {
        ...{ reference: idEnvio, timeoutMs },
      }),
    /** A page of what was sent in a period, counted from 0. */
    listSent: ({ from, to }: Period, page: number, timeoutMs: number) =>
      get('list_sent_pix', `/v2/gn/pix/enviados?${pageQuery({ from, to }, page)}`, { timeoutMs }),
    getBalance: (timeoutMs: number) => get('get_balance', '/v2/gn/saldo', { timeoutMs }),
  };
};
