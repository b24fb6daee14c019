import { notFound, paymentIdOf, type CieloEndpoint } from './cielo';
import { describeSale } from './describe-sale';
import { isShown } from './shown';

/** GET /1/sales/{PaymentId} at the query host. */
export const getSale: CieloEndpoint = async ({ sales, clock }, request) => {
  const sale = await sales.find('payment_id', paymentIdOf(request));
  if (sale === undefined || !isShown(sale, clock.now())) return notFound();
  return { status: 200, body: describeSale(sale) };
};
