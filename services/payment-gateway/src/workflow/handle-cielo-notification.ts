import { type Logger } from '@repasse/chassis/log/logger';
import { type Cielo } from '../providers/cielo/create-cielo';
import { saleIdIn } from '../providers/cielo/notification';
import { type CallbackHandler, type CallbackOutcome } from './callback-worker';
import { type Refresher } from './refresh-payment';

export interface CieloNotificationDeps {
  readonly cielo: Pick<Cielo, 'paymentOfSale'>;
  readonly refresher: Refresher;
  readonly log: Logger;
}

/**
 * Goes by a notification of the acquirer: asks it whose sale this is, which holds also for a payment whose answer was
 * lost, and then what became of that payment.
 */
export const createCieloNotificationHandler =
  (o: CieloNotificationDeps): CallbackHandler =>
  async (body) => {
    const saleId = saleIdIn(JSON.parse(body));
    return saleId === undefined ? [] : [await settle(o, saleId)];
  };

const settle = async (o: CieloNotificationDeps, saleId: string): Promise<CallbackOutcome> => {
  const sale = await o.cielo.paymentOfSale(saleId);
  switch (sale.outcome) {
    case 'found':
      return o.refresher.refresh(sale.paymentId, 'callback');
    case 'missing':
      return 'unknown_payment';
    case 'silent':
      o.log.warn({ saleId, detail: sale.detail }, 'notification not confirmed yet');
      return 'silent';
  }
};
