import { type CieloContext } from './cielo-context';
import { getSale } from './find-sales';
import { type Sale } from './sale';

/**
 * We ask for authorisation and capture in one. Should the acquirer get no further than the first, the payer's limit is
 * held for money nobody receives, so the second half is asked for. A capture can be made once only, and repeating it
 * is answered as refused; what the sale came to is read, not concluded.
 */
export const finishSale = async (o: CieloContext, sale: Sale): Promise<Sale> => {
  if (sale.status !== 'authorized') return sale;
  o.log.warn({ saleId: sale.saleId }, 'sale was authorised and not captured; capturing it');
  await o.client.capture(sale.saleId, o.timings.queryTimeoutMs);
  const finished = await getSale(o, sale.saleId);
  return 'outcome' in finished ? sale : finished;
};
