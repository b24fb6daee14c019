import { amountOf, paymentIdOf, type CieloEndpoint } from './cielo';
import { cancel } from './cancel';

/** PUT /1/sales/{PaymentId}/void?amount= */
export const cancelSale: CieloEndpoint = (cielo, request) => cancel(cielo, paymentIdOf(request), amountOf(request));
