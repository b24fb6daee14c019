import { type FxQuote } from '@repasse/contracts';
import { type Offer } from '../../payments/domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { lookupMade } from '../wire/lookup';
import { makeOnce, unusable } from '../wire/make-once';
import { type RevolutContext } from './client';
import { findByReference } from './find-order';
import { type Order, readOrder, receiptsOfOrder } from './order';
import { orderBody, referenceOf } from './requests';

/**
 * POST /orders knows no idempotency: sent twice, it makes two orders. Only the token of an order that was found by our
 * reference or made is given to a payer.
 */
export const makeOrder = async (o: RevolutContext, request: OfferRequest): Promise<OfferOutcome> => {
  const { fx, paymentId } = request.facts;
  if (fx === null) return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: 'The payment has no quote.' };
  return makeOnce<Order>(o.timings, {
    isRepeat: request.isRepeat,
    find: (timeLeft) => findByReference(o, { reference: referenceOf(paymentId), type: 'payment' }, timeLeft),
    make: async (timeLeft) => {
      const body = orderBody(request, fx, o.clock.now());
      return lookupMade(o.log, await o.client.createOrder(body, timeLeft.timeoutMs()), readOrder);
    },
    outcomeOf: (order) => outcomeOf(o, request, fx, order),
  });
};

const outcomeOf = (o: RevolutContext, { facts }: OfferRequest, fx: FxQuote, order: Order): OfferOutcome => {
  const fault = faultOf(order, referenceOf(facts.paymentId), fx);
  if (fault !== undefined) return unusable(o.log, facts.paymentId, fault);
  const instructions = { method: 'INTERNATIONAL', publicToken: order.token ?? '', mode: o.mode } as const;
  const offer: Offer = { providerReference: order.orderId, instructions };
  switch (order.state) {
    case 'completed':
      return { outcome: 'received', offer, receipts: receiptsOfOrder(order, facts) };
    case 'processing':
    case 'authorised':
      return { outcome: 'confirming', offer };
    default:
      return { outcome: 'offered', offer };
  }
};

/** Why an order cannot be paid, or is not the requested one; undefined when neither. */
const faultOf = (order: Order, reference: string, fx: FxQuote): string | undefined => {
  const { state, token, amount, currency } = order;
  if (order.type !== 'payment' || order.reference !== reference) return 'The order is not the one asked for.';
  if (amount !== fx.finalAmountMinor || currency !== fx.targetCurrency) {
    return `The order is for ${amount} ${currency} instead of ${fx.finalAmountMinor} ${fx.targetCurrency}.`;
  }
  if (state === 'cancelled' || state === 'failed') return `The order is ${state}.`;
  return state === 'pending' && token === undefined ? 'The order has no token.' : undefined;
};
