import { setTimeout as pause } from 'node:timers/promises';
import { assertNever } from '@repasse/chassis/decider';
import { type FxQuote } from '../../domain/fx-quote';
import { type Offer } from '../../domain/payment';
import { jittered, startTimeLeft, type TimeLeft } from '../time-left';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { findByReference, type Lookup, toLookup } from './find-order';
import { type Order } from './order';
import { receiptsOfOrder } from './receipt-of-order';
import { orderBody, referenceOf } from './requests';
import { type RevolutContext } from './revolut-context';

/** One repeat after silence. More would only tell a struggling provider what it knows. */
const triesMax = 2;

type Asked = OfferRequest & { readonly fx: FxQuote };

/**
 * POST /orders knows no idempotency: sent twice, it makes two orders. So one is looked for by our reference before
 * every POST that is not the first, and only the token of an order that was found or made is given to a payer.
 */
export const makeOrder = async (o: RevolutContext, request: OfferRequest): Promise<OfferOutcome> => {
  const { fx } = request.facts;
  if (fx === null) return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: 'The payment has no quote.' };

  const timeLeft = startTimeLeft(o.timings);
  let silence: OfferOutcome | undefined;
  for (let tryNumber = 1; tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    if (silence !== undefined) await pause(jittered(o.timings.retryDelayMs));
    if (request.isRepeat || silence !== undefined) {
      const found = await lookFor(o, { ...request, fx }, timeLeft);
      if (found !== 'missing') return isUncertain(found) ? (silence ?? found) : found;
      if (!timeLeft.isEnough()) break;
    }
    const made = await post(o, { ...request, fx }, timeLeft);
    if (made.outcome !== 'unknown') return isUncertain(made) ? (silence ?? made) : made;
    silence = made;
  }
  return silence ?? { outcome: 'unavailable', detail: 'There was no time left to ask.' };
};

/** Once a question was met with silence, a later "unavailable" does not make the first one unasked. */
const isUncertain = ({ outcome }: OfferOutcome): boolean => outcome === 'unknown' || outcome === 'unavailable';

const lookFor = async (o: RevolutContext, request: Asked, timeLeft: TimeLeft): Promise<OfferOutcome | 'missing'> => {
  const reference = referenceOf(request.facts.paymentId);
  const found = await findByReference(o, { reference, type: 'payment' }, timeLeft);
  return found.outcome === 'missing' ? 'missing' : toOutcome(o, request, found);
};

const post = async (o: RevolutContext, request: Asked, timeLeft: TimeLeft): Promise<OfferOutcome> => {
  const answer = await o.client.createOrder(orderBody(request, request.fx, o.clock.now()), timeLeft.timeoutMs());
  if (answer.kind === 'refused') return { outcome: 'refused', reason: 'DECLINED', detail: answer.detail };
  if (answer.kind === 'missing') return { outcome: 'unavailable', detail: 'The provider does not know POST /orders.' };
  return toOutcome(o, request, toLookup(o, answer));
};

const toOutcome = (o: RevolutContext, request: Asked, lookup: Lookup): OfferOutcome => {
  switch (lookup.outcome) {
    case 'found':
      return offerOf(o, request, lookup.order);
    case 'missing':
    case 'unavailable':
      return { outcome: 'unavailable', detail: 'detail' in lookup ? lookup.detail : 'There is no such order.' };
    case 'silent':
      return { outcome: 'unknown', isTimeout: lookup.isTimeout, detail: lookup.detail };
    default:
      return assertNever(lookup);
  }
};

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
