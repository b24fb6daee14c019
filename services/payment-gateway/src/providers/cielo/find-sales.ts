import { type PaymentRef } from '../provider';
import { type CieloAnswer } from './client';
import { type CieloContext } from './cielo-context';
import { orderIdOf } from './order-id';
import { readSale, readSaleIds, type Sale, UnreadableSale } from './sale';

export type SalesFound =
  | { readonly outcome: 'found'; readonly sales: readonly Sale[] }
  | { readonly outcome: 'missing' }
  | { readonly outcome: 'silent'; readonly detail: string };

/** We make one sale a payment. More would be the acquirer's doing, and then each is money that must be seen. */
const salesMax = 10;

/** All sales of a payment: by the acquirer's id where it is known, else by the order id we gave. */
export const findSales = async (
  o: CieloContext,
  { facts, providerReference }: Pick<PaymentRef, 'facts' | 'providerReference'>,
): Promise<SalesFound> => {
  const orderId = orderIdOf(facts.paymentId);
  const ids = providerReference === null ? await saleIdsOf(o, orderId) : [providerReference];
  if ('outcome' in ids) return ids;

  const sales: Sale[] = [];
  for (const id of ids) {
    const found = await readOne(o, id, orderId);
    if (found.outcome === 'silent') return found;
    if (found.outcome === 'found') sales.push(...found.sales);
  }
  return sales.length === 0 ? { outcome: 'missing' } : { outcome: 'found', sales };
};

type NotFound = Exclude<SalesFound, { outcome: 'found' }>;

const saleIdsOf = async (o: CieloContext, orderId: string): Promise<readonly string[] | NotFound> => {
  const answer = await o.client.findSales(orderId, o.timings.queryTimeoutMs);
  return answer.kind === 'answered'
    ? understood(() => readSaleIds(answer.body).slice(0, salesMax))
    : notAnswered(answer);
};

const readOne = async (o: CieloContext, saleId: string, orderId: string): Promise<SalesFound> => {
  const sale = await getSale(o, saleId);
  if ('outcome' in sale) return sale;
  return sale.orderId === orderId
    ? { outcome: 'found', sales: [sale] }
    : { outcome: 'silent', detail: `The answer is about order ${sale.orderId ?? 'nothing'}.` };
};

/** One sale by the acquirer's own id, whosever it is. */
export const getSale = async (o: CieloContext, saleId: string): Promise<Sale | NotFound> => {
  const answer = await o.client.getSale(saleId, o.timings.queryTimeoutMs);
  return answer.kind === 'answered' ? understood(() => readSale(answer.body)) : notAnswered(answer);
};

const notAnswered = (answer: Exclude<CieloAnswer, { kind: 'answered' }>): NotFound => {
  switch (answer.kind) {
    case 'missing':
      return { outcome: 'missing' };
    // A question that was refused says nothing about the sale.
    case 'refused':
      return { outcome: 'silent', detail: `The acquirer refused the question with ${answer.codes.join(', ')}.` };
    case 'unavailable':
    case 'silent':
      return { outcome: 'silent', detail: answer.detail };
  }
};

const understood = <Read>(read: () => Read): Read | NotFound => {
  try {
    return read();
  } catch (fault) {
    if (!(fault instanceof UnreadableSale)) throw fault;
    return { outcome: 'silent', detail: fault.message };
  }
};
