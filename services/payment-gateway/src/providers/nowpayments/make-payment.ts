import { type Offer } from '../../payments/domain/payment';
import { type OfferOutcome, type OfferRequest } from '../provider';
import { lookupMade } from '../wire/lookup';
import { makeOnce, unusable } from '../wire/make-once';
import { type NowpaymentsContext } from './client';
import { type CoinPayment, readCoinPayment } from './coin-payment';
import { compareDecimals } from './decimal';
import { findByOrder } from './find-payment';
import { paymentUri } from './payment-uri';
import { paymentBody, priceOf } from './requests';

/**
 * POST /payment knows no idempotency: sent twice, it makes two payments. Only the address of a payment that was found
 * by our id or made is given to a payer.
 */
export const makePayment = async (o: NowpaymentsContext, request: OfferRequest): Promise<OfferOutcome> => {
  const { payCurrency } = request.terms;
  if (payCurrency === undefined) throw new Error('A payment by crypto names no coin.');
  const body = paymentBody(request, payCurrency, o.callbackUrl);
  return makeOnce(o.timings, {
    isRepeat: request.isRepeat,
    find: (timeLeft) => findByOrder(o, request.facts.paymentId, timeLeft),
    make: async (timeLeft) =>
      lookupMade(o.log, await o.client.createPayment(body, timeLeft.timeoutMs()), readCoinPayment),
    // An inspection reads its progress later; until then it is a payment that the payer may pay.
    outcomeOf: (payment) => {
      const fault = faultOf(payment, request);
      return fault === undefined
        ? { outcome: 'offered', offer: toOffer(payment) }
        : unusable(o.log, request.facts.paymentId, fault);
    },
  });
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
