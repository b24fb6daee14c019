import { anything, matcher, object } from '@repasse/chassis/schema/schema';
import { createAsk } from '../wire/ask';
import { type Exchange } from '../wire/exchange';
import { type SaleRequest } from './requests';

export interface CieloConnection {
  readonly exchange: Exchange;
  /** Where sales are made. */
  readonly baseUrl: string;
  /** Where they are read: another host at this acquirer. */
  readonly queryUrl: string;
  readonly merchantId: string;
  readonly merchantKey: string;
}

export type CieloClient = ReturnType<typeof createCieloClient>;

export const createCieloClient = ({ exchange, baseUrl, queryUrl, merchantId, merchantKey }: CieloConnection) => {
  const headers = { merchantid: merchantId, merchantkey: merchantKey, 'content-type': 'application/json' };
  const ask = createAsk(exchange, { headers, detailOf });
  const sale = (saleId: string): string => `/1/sales/${encodeURIComponent(saleId)}`;
  return {
    /** POST /1/sales/. The acquirer has no idempotency: sent twice it is two sales, so it is sent once. */
    sell: (body: SaleRequest, timeoutMs: number) => {
      const url = `${baseUrl}/1/sales/`;
      return ask({ operation: 'post_sale', reference: body.MerchantOrderId, method: 'POST', url, body, timeoutMs });
    },
    capture: (saleId: string, timeoutMs: number) => {
      const url = `${baseUrl}${sale(saleId)}/capture`;
      return ask({ operation: 'put_capture', reference: saleId, method: 'PUT', url, timeoutMs });
    },
    voidSale: (saleId: string, amountMinor: number, timeoutMs: number) => {
      const url = `${baseUrl}${sale(saleId)}/void?amount=${amountMinor}`;
      return ask({ operation: 'put_void', reference: saleId, method: 'PUT', url, timeoutMs });
    },
    getSale: (saleId: string, timeoutMs: number) => {
      const url = `${queryUrl}${sale(saleId)}`;
      return ask({ operation: 'get_sale', reference: saleId, method: 'GET', url, timeoutMs });
    },
    findSales: (orderId: string, timeoutMs: number) => {
      const url = `${queryUrl}/1/sales?merchantOrderId=${encodeURIComponent(orderId)}`;
      return ask({ operation: 'find_sales', reference: orderId, method: 'GET', url, timeoutMs });
    },
  };
};

/** The acquirer's own numbers in `[{"Code":126,"Message":"…"}]`. The texts are left: they may quote what was sent. */
export const codesIn = (body: unknown): readonly number[] =>
  (Array.isArray(body) ? body : [body]).map((each) => Number(faultIn(each)?.Code)).filter(Number.isInteger);

const faultIn = matcher(object({ Code: anything }));

const detailOf = (body: unknown): string => `The acquirer refused with ${codesIn(body).join(', ') || 'no code'}.`;
