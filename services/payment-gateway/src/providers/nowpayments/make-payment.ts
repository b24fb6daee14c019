import { setTimeout as pause } from 'node:timers/promises';
import { assertNever } from '@repasse/chassis/decider';
import { type Offer } from '../../domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { jittered, startTimeLeft, type TimeLeft } from '../time-left';
import { type CoinPayment } from './coin-payment';
import { compareDecimals } from './decimal';
import { findByOrder, type Lookup, toLookup } from './find-payment';
import { type NowpaymentsContext } from './nowpayments-context';
import { paymentUri } from './payment-uri';
import { paymentBody, priceOf } from './requests';

/** One repeat after silence. More would only tell a struggling provider what it knows. */
const triesMax = 2;

/**
 * POST /payment knows no idempotency: sent twice, it makes two payments. So one is looked for by our id before every
 * POST that is not the first, and only the address of a payment that was found or made is given to a payer.
 */
export const makePayment = async (o: NowpaymentsContext, request: OfferRequest): Promise<OfferOutcome> => {
  const timeLeft = startTimeLeft(o.timings);
  let silence: OfferOutcome | undefined;
  for (let tryNumber = 1; tryNumber <= triesMax && timeLeft.isEnough(); tryNumber++) {
    if (silence !== undefined) await pause(jittered(o.timings.retryDelayMs));
    if (request.isRepeat || silence !== undefined) {
      const found = await findByOrder(o, request.facts.paymentId, timeLeft);
      if (found.outcome !== 'missing') return lasting(toOutcome(o, request, found), silence);
      if (!timeLeft.isEnough()) break;
    }
    const made = await post(o, request, timeLeft);
    if (made.outcome !== 'unknown') return lasting(made, silence);
    silence = made;
  }
  return silence ?? { outcome: 'unavailable', detail: 'There was no time left to ask.' };
};

/** Once a question was met with silence, a later "unavailable" does not make the first one unasked. */
const lasting = (outcome: OfferOutcome, silence: OfferOutcome | undefined): OfferOutcome =>
  outcome.outcome === 'unknown' || outcome.outcome === 'unavailable' ? (silence ?? outcome) : outcome;

const post = async (o: NowpaymentsContext, request: OfferRequest, timeLeft: TimeLeft): Promise<OfferOutcome> => {
  const { payCurrency } = request.terms;
  if (payCurrency === undefined) throw new Error('A payment by crypto names no coin.');
  const answer = await o.client.createPayment(paymentBody(request, payCurrency, o.callbackUrl), timeLeft.timeoutMs());
  if (answer.kind === 'refused') return { outcome: 'refused', reason: 'DECLINED', detail: answer.detail };
  if (answer.kind === 'missing') return { outcome: 'unavailable', detail: 'The provider does not know POST /payment.' };
  return toOutcome(o, request, toLookup(o, answer));
};

const toOutcome = (o: NowpaymentsContext, request: OfferRequest, lookup: Lookup): OfferOutcome => {
  switch (lookup.outcome) {
    case 'found':
      return offerOf(o, request, lookup.value);
    case 'missing':
    case 'unavailable':
      return { outcome: 'unavailable', detail: 'detail' in lookup ? lookup.detail : 'There is no such payment.' };
    case 'silent':
      return { outcome: 'unknown', isTimeout: lookup.isTimeout, detail: lookup.detail };
    default:
      return assertNever(lookup);
  }
};

/** How far it has got is asked by itself; until then it is a payment that somebody may pay. */
const offerOf = (o: NowpaymentsContext, request: OfferRequest, payment: CoinPayment): OfferOutcome => {
  const fault = faultOf(payment, request);
  if (fault === undefined) return { outcome: 'offered', offer: toOffer(payment) };
  const { paymentId } = request.facts;
  o.log.error({ paymentId, providerReference: payment.paymentId, reason: fault }, 'provider made an unusable payment');
  return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: fault };
};

/** What keeps a payment from being the one that was asked for. */
const faultOf = (payment: CoinPayment, { facts, terms }: OfferRequest): string | undefined => {
  const { amount, currency } = priceOf(facts);
  if (payment.orderId !== facts.paymentId || payment.payCurrency !== terms.payCurrency?.toLowerCase()) {
    return 'The payment is not the one asked for.';
  }
  if (payment.priceCurrency !== currency.toLowerCase() || compareDecimals(payment.priceAmount, amount) !== 0) {
    return `The payment is for ${payment.priceAmount} ${payment.priceCurrency} instead of ${amount} ${currency}.`;
  }
  return compareDecimals(payment.payAmount, '0') > 0 ? undefined : 'The payment is for no coins.';
};

const toOffer = (payment: CoinPayment): Offer => {
  const { paymentId, payAddress, payAmount, payCurrency, network, memo, contract, precision } = payment;
  const uri = paymentUri({ address: payAddress, amount: payAmount, payCurrency, network, contract, precision });
  const coin = payCurrency.toUpperCase();
  return {
    providerReference: paymentId,
    instructions: { method: 'CRYPTO', payAddress, payAmount, payCurrency: coin, network, memo, uri },
  };
};
