import { type PaymentRef } from '../provider';
import { lookup, type Lookup, silent } from '../wire/lookup';
import { type CieloContext } from './cielo-context';
import { orderIdOf } from './order-id';
import { readSale, readSaleIds, type Sale } from './sale';

/** We make one sale a payment. More would be the acquirer's doing, and then each is money that must be seen. */
const salesMax = 10;

/** All sales of a payment: by the acquirer's id where it is known, else by the order id we gave. */
export const findSales = async (
  o: CieloContext,
  { facts, providerReference }: Pick<PaymentRef, 'facts' | 'providerReference'>,
): Promise<Lookup<readonly Sale[]>> => {
  const orderId = orderIdOf(facts.paymentId);
  const ids = providerReference === null ? await saleIdsOf(o, orderId) : found([providerReference]);
  if (ids.outcome !== 'found') return ids;

  const sales: Sale[] = [];
  for (const id of ids.value.slice(0, salesMax)) {
    const sale = await getSale(o, id);
    if (sale.outcome === 'missing') continue;
    if (sale.outcome !== 'found') return sale;
    if (sale.value.orderId !== orderId) return silent(`The answer is about order ${sale.value.orderId ?? 'nothing'}.`);
    sales.push(sale.value);
  }
  return sales.length === 0 ? { outcome: 'missing' } : found(sales);
};

const found = <T>(value: T): Lookup<T> => ({ outcome: 'found', value });

const saleIdsOf = async (o: CieloContext, orderId: string): Promise<Lookup<readonly string[]>> =>
  lookup(o.log, await o.client.findSales(orderId, o.timings.exchangeTimeoutMs), readSaleIds);

/** One sale by the acquirer's own id, whosever it is. */
export const getSale = async (o: CieloContext, saleId: string): Promise<Lookup<Sale>> =>
  lookup(o.log, await o.client.getSale(saleId, o.timings.exchangeTimeoutMs), readSale);

/**
 * We request authorisation and capture in one. When only the authorisation succeeds, the payer's limit is held for
 * money that the merchant does not get, so this requests the capture. A capture can be made only once, and a repeat is
 * refused; the sale is then read to find the outcome.
 */
export const finishSale = async (o: CieloContext, sale: Sale): Promise<Sale> => {
  if (sale.status !== 'authorized') return sale;
  o.log.warn({ saleId: sale.saleId }, 'sale was authorised and not captured; capturing it');
  await o.client.capture(sale.saleId, o.timings.exchangeTimeoutMs);
  const finished = await getSale(o, sale.saleId);
  return finished.outcome === 'found' ? finished.value : sale;
};
