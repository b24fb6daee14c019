import { type FxQuote } from '../../fx/domain/fx-quote';
import { type Offer } from '../../payments/domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { type Lookup } from '../wire/lookup';
import { makeOnce, notMade } from '../wire/make-once';
import { type TimeLeft } from '../wire/time-left';
import { findByReference, orderIn } from './find-order';
import { type Order, receiptsOfOrder } from './order';
import { orderBody, referenceOf } from './requests';
import { type RevolutContext } from './revolut-context';

type Asked = OfferRequest & { readonly fx: FxQuote };

/**
 * POST /orders knows no idempotency: sent twice, it makes two orders. Only the token of an order that was found by our
 * reference or made is given to a payer.
 */
export const makeOrder = async (o: RevolutContext, request: OfferRequest): Promise<OfferOutcome> => {
  const { fx } = request.facts;
  if (fx === null) return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: 'The payment has no quote.' };
  return makeOnce(o.timings, {
    isRepeat: request.isRepeat,
    find: (timeLeft) => find(o, { ...request, fx }, timeLeft),
    make: (timeLeft) => post(o, { ...request, fx }, timeLeft),
  });
};

const find = async (o: RevolutContext, request: Asked, timeLeft: TimeLeft): Promise<OfferOutcome | 'missing'> => {
  const reference = referenceOf(request.facts.paymentId);
  const found = await findByReference(o, { reference, type: 'payment' }, timeLeft);
  return found.outcome === 'missing' ? 'missing' : toOutcome(o, request, found);
};

const post = async (o: RevolutContext, request: Asked, timeLeft: TimeLeft): Promise<OfferOutcome> => {
  const answer = await o.client.createOrder(orderBody(request, request.fx, o.clock.now()), timeLeft.timeoutMs());
  return answer.outcome === 'refused' ? notMade(answer) : toOutcome(o, request, orderIn(o, answer));
};

const toOutcome = (o: RevolutContext, request: Asked, found: Lookup<Order>): OfferOutcome =>
  found.outcome === 'found' ? offerOf(o, request, found.value) : notMade(found);

const offerOf = (o: RevolutContext, { facts, fx }: Asked, order: Order): OfferOutcome => {
  const fault = faultOf(order, referenceOf(facts.paymentId), fx);
  if (fault !== undefined) {
    o.log.error(
      { paymentId: facts.paymentId, orderId: order.orderId, reason: fault },
      'provider made an unusable order',
    );
    return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: fault };
  }
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

/** What keeps an order from being paid, or from being the one that was asked for. */
const faultOf = (order: Order, reference: string, fx: FxQuote): string | undefined => {
  const { state, token, amount, currency } = order;
  if (order.type !== 'payment' || order.reference !== reference) return 'The order is not the one asked for.';
  if (amount !== fx.finalAmountMinor || currency !== fx.targetCurrency) {
    return `The order is for ${amount} ${currency} instead of ${fx.finalAmountMinor} ${fx.targetCurrency}.`;
  }
  if (state === 'cancelled' || state === 'failed') return `The order is ${state}.`;
  return state === 'pending' && token === undefined ? 'The order has no token.' : undefined;
};
