import { type Offer } from '../../payments/domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { type Lookup } from '../wire/lookup';
import { makeOnce, notMade } from '../wire/make-once';
import { type TimeLeft } from '../wire/time-left';
import { type CoinPayment } from './coin-payment';
import { type NowpaymentsContext } from './contexts';
import { compareDecimals } from './decimal';
import { findByOrder, paymentIn } from './find-payment';
import { paymentUri } from './payment-uri';
import { paymentBody, priceOf } from './requests';

/**
 * POST /payment knows no idempotency: sent twice, it makes two payments. Only the address of a payment that was found
 * by our id or made is given to a payer.
 */
export const makePayment = (o: NowpaymentsContext, request: OfferRequest): Promise<OfferOutcome> =>
  makeOnce(o.timings, {
    isRepeat: request.isRepeat,
    find: async (timeLeft) => {
      const found = await findByOrder(o, request.facts.paymentId, timeLeft);
      return found.outcome === 'missing' ? 'missing' : toOutcome(o, request, found);
    },
    make: (timeLeft) => post(o, request, timeLeft),
  });

const post = async (o: NowpaymentsContext, request: OfferRequest, timeLeft: TimeLeft): Promise<OfferOutcome> => {
  const { payCurrency } = request.terms;
  if (payCurrency === undefined) throw new Error('A payment by crypto names no coin.');
  const answer = await o.client.createPayment(paymentBody(request, payCurrency, o.callbackUrl), timeLeft.timeoutMs());
  return answer.outcome === 'refused' ? notMade(answer) : toOutcome(o, request, paymentIn(o, answer));
};

const toOutcome = (o: NowpaymentsContext, request: OfferRequest, found: Lookup<CoinPayment>): OfferOutcome =>
  found.outcome === 'found' ? offerOf(o, request, found.value) : notMade(found);

/** An inspection reads its progress later; until then it is a payment that the payer may pay. */
const offerOf = (o: NowpaymentsContext, request: OfferRequest, payment: CoinPayment): OfferOutcome => {
  const fault = faultOf(payment, request);
  if (fault === undefined) return { outcome: 'offered', offer: toOffer(payment) };
  const { paymentId } = request.facts;
  o.log.error({ paymentId, providerReference: payment.paymentId, reason: fault }, 'provider made an unusable payment');
  return { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: fault };
};

/** Why a payment is not the requested one; undefined when it is. */
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
