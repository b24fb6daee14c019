import { anything, matcher, object } from '../wire/schema';
import { type CieloConfig } from '../../config';
import { createAsk, methodsOf } from '../wire/ask';
import { type Exchange } from '../wire/exchange';
import { type saleRequest } from './requests';

export type CieloClient = ReturnType<typeof createCieloClient>;

export const createCieloClient = (exchange: Exchange, config: CieloConfig) => {
  const { baseUrl, queryUrl, merchantId, merchantKey } = config;
  const headers = { merchantid: merchantId, merchantkey: merchantKey, 'content-type': 'application/json' };
  const { put, post } = methodsOf(createAsk(exchange, { baseUrl, headers, detailOf }));
  const { get } = methodsOf(createAsk(exchange, { baseUrl: queryUrl, headers, detailOf }));
  const sale = (saleId: string): string => `/1/sales/${encodeURIComponent(saleId)}`;
  return {
    /** POST /1/sales/. The acquirer has no idempotency: sent twice it is two sales, so it is sent once. */
    sell: (body: ReturnType<typeof saleRequest>, timeoutMs: number) =>
      post('post_sale', '/1/sales/', { reference: body.MerchantOrderId, body, timeoutMs }),
    capture: (saleId: string, timeoutMs: number) =>
      put('put_capture', `${sale(saleId)}/capture`, { reference: saleId, timeoutMs }),
    voidSale: (saleId: string, amountMinor: number, timeoutMs: number) =>
      put('put_void', `${sale(saleId)}/void?amount=${amountMinor}`, { reference: saleId, timeoutMs }),
    getSale: (saleId: string, timeoutMs: number) => get('get_sale', sale(saleId), { reference: saleId, timeoutMs }),
    findSales: (orderId: string, timeoutMs: number) => {
      const path = `/1/sales?merchantOrderId=${encodeURIComponent(orderId)}`;
      return get('find_sales', path, { reference: orderId, timeoutMs });
    },
  };
};

/** The acquirer's own numbers in `[{"Code":126,"Message":"…"}]`. The texts are left: they may quote what was sent. */
export const codesIn = (body: unknown): readonly number[] =>
  (Array.isArray(body) ? body : [body]).map((each) => Number(faultIn(each)?.Code)).filter(Number.isInteger);

const faultIn = matcher(object({ Code: anything }));

const detailOf = (body: unknown): string => `The acquirer refused with ${codesIn(body).join(', ') || 'no code'}.`;
