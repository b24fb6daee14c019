import { notFound, type CieloEndpoint } from './cielo';
import { toBrasilia } from './sale';
import { isShown } from './shown';

/** GET /1/sales?merchantOrderId= at the query host: ids and times only, the time misspelt as Cielo has it. */
export const findSales: CieloEndpoint = async ({ sales, clock }, request) => {
  const { merchantOrderId } = request.query;
  const found = await sales.listOfOrder(typeof merchantOrderId === 'string' ? merchantOrderId : '');
  const shown = found.filter((sale) => isShown(sale, clock.now()));
  if (shown.length === 0) return notFound();
  const payments = shown.map((sale) => ({ PaymentId: sale.paymentId, ReceveidDate: toBrasilia(sale.receivedAt) }));
  return { status: 200, body: { Payment: payments } };
};
