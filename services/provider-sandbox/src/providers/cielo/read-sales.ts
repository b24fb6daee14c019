import { queryText } from '../request';
import { type CieloEndpoint, notFound, paymentIdOf, salesOf } from './cielo';
import { describeSale } from './describe-sale';
import { type Sale } from './sale';

/** GET /1/sales/{PaymentId} at the query host. */
export const getSale: CieloEndpoint = async ({ sales, clock }, request) => {
  const sale = await sales.find(paymentIdOf(request));
  if (sale === undefined || !isShown(sale, clock.now())) return notFound();
  return { status: 200, body: describeSale(sale) };
};

/** GET /1/sales?merchantOrderId= at the query host: ids only. */
export const findSales: CieloEndpoint = async (cielo, request) => {
  const found = await salesOf(cielo, queryText(request, 'merchantOrderId') ?? '');
  const shown = found.filter((sale) => isShown(sale, cielo.clock.now()));
  if (shown.length === 0) return notFound();
  return { status: 200, body: { Payment: shown.map(({ paymentId }) => ({ PaymentId: paymentId })) } };
};

/** Three months: older sales cannot be asked for. */
const shownMs = 92 * 86_400_000;

const isShown = ({ receivedAt }: Sale, now: Date): boolean => now.getTime() - Date.parse(receivedAt) <= shownMs;
