import { type Logger } from '@repasse/chassis/log/logger';
import { readCallback } from '../providers/revolut/callback';
import { type Revolut } from '../providers/revolut/create-revolut';
import { paymentIdOf } from '../providers/revolut/requests';
import { type CallbackHandler } from './callback-worker';
import { type Refresher } from './refresh-payment';

export interface RevolutCallbackDeps {
  readonly paymentOfOrder: Revolut['paymentOfOrder'];
  readonly refresher: Refresher;
  /** Asks what became of a payment's refunds and records it. */
  readonly settleRefunds: (paymentId: string) => Promise<void>;
  readonly log: Logger;
}

/**
 * Goes by a callback of the merchant API. It names an order and nothing else that would be believed: the order is read
 * again. The same event tells of a payment and of a refund, which has an order of its own that leads to its payment.
 */
export const createRevolutCallbackHandler =
  (o: RevolutCallbackDeps): CallbackHandler =>
  async (body) => {
    const { event, orderId, reference } = readCallback(JSON.parse(body));
    const paymentId = paymentIdOf(reference);
    if (paymentId !== undefined) return [await o.refresher.refresh(paymentId, 'callback')];

    if (orderId === undefined) {
      o.log.warn({ provider: 'REVOLUT', event }, 'callback names no order');
      return ['unknown_payment'];
    }
    const found = await o.paymentOfOrder(orderId);
    if (found.outcome !== 'found') {
      o.log.warn({ provider: 'REVOLUT', event, orderId, ...found }, 'callback leads to no payment');
      return [found.outcome === 'missing' ? 'unknown_payment' : found.outcome];
    }
    if (found.isRefund) await o.settleRefunds(found.paymentId);
    return [await o.refresher.refresh(found.paymentId, 'callback')];
  };
