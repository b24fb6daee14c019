import { cancel } from './cancel';
import { amountOf, notFound, type CieloEndpoint } from './cielo';

/** PUT /1/sales/OrderId/{MerchantOrderId}/void?amount=: the newest sale of that order. */
export const cancelSaleOfOrder: CieloEndpoint = async (cielo, request) => {
  const { merchantOrderId } = request.params;
  const [sale] = await cielo.sales.listOfOrder(typeof merchantOrderId === 'string' ? merchantOrderId : '');
  return sale === undefined ? notFound() : cancel(cielo, sale.paymentId, amountOf(request));
};
