import { toJsonNumber } from '../units';
import { findCoin, usdUnitsOf } from './coins';
import { type CryptoPayment } from './payment';
import { outcomeOf, worthOf } from './prices';

/** The answer to POST /payment: the ids are text here, and nowhere else. */
export const describeCreated = (payment: CryptoPayment): object => {
  const coin = findCoin(payment.terms.payCurrency);
  return {
    payment_id: String(payment.paymentId),
    payment_status: payment.status,
    pay_address: payment.payAddress,
    ...pricesOf(payment),
    order_id: payment.terms.orderId,
    order_description: payment.terms.orderDescription,
    ipn_callback_url: payment.terms.ipnCallbackUrl,
    purchase_id: String(payment.purchaseId),
    payin_extra_id: payment.memo,
    network_precision: coin?.precision ?? null,
    time_limit: null,
    ...conditionsOf(payment),
    amount_received: null,
  };
};

/** GET /payment/{id} and the list: with numbers for ids. */
export const describePayment = (payment: CryptoPayment): object => ({
  ...describeStanding(payment),
  ...conditionsOf(payment),
});

const conditionsOf = ({ terms, rateUntil, createdAt, updatedAt }: CryptoPayment): object => ({
  smart_contract: findCoin(terms.payCurrency)?.contract ?? null,
  network: findCoin(terms.payCurrency)?.network ?? null,
  burning_percent: null,
  expiration_estimate_date: rateUntil,
  is_fixed_rate: terms.isFixedRate,
  is_fee_paid_by_user: terms.isFeePaidByUser,
  created_at: createdAt,
  updated_at: updatedAt,
  type: 'crypto2crypto',
});

/** What an IPN holds. Its fee is an object within, which a signature over the outer keys alone would lose. */
export const describeIpn = (payment: CryptoPayment): object => ({
  ...describeStanding(payment),
  fee: {
    currency: payment.terms.payCurrency,
    depositFee: isOver(payment) ? toJsonNumber(payment.paidUnits - outcomeOf(payment.paidUnits)) : 0,
    serviceFee: 0,
    withdrawalFee: 0,
  },
  updated_at: Date.parse(payment.updatedAt),
});

const describeStanding = (payment: CryptoPayment): object => ({
  payment_id: payment.paymentId,
  ...(payment.parentPaymentId === null ? {} : { parent_payment_id: payment.parentPaymentId }),
  invoice_id: null,
  payment_status: payment.status,
  pay_address: payment.payAddress,
  payin_extra_id: payment.memo,
  ...pricesOf(payment),
  actually_paid: toJsonNumber(payment.paidUnits),
  actually_paid_at_fiat: toJsonNumber(worthAtFiat(payment)),
  order_id: payment.terms.orderId,
  order_description: payment.terms.orderDescription,
  purchase_id: payment.purchaseId,
  outcome_amount: toJsonNumber(outcomeOf(isOver(payment) ? payment.paidUnits : payment.payUnits)),
  outcome_currency: payment.terms.payCurrency,
  payment_extra_ids: payment.extraIds.length === 0 ? null : payment.extraIds,
});

const pricesOf = ({ terms, payUnits }: CryptoPayment): object => ({
  price_amount: toJsonNumber(terms.priceUnits),
  price_currency: terms.priceCurrency,
  pay_amount: toJsonNumber(payUnits),
  pay_currency: terms.payCurrency,
});

const isOver = ({ status }: CryptoPayment): boolean => status === 'finished' || status === 'partially_paid';

const worthAtFiat = ({ terms, paidUnits }: CryptoPayment): number => {
  const [coin, priceUsdUnits] = [findCoin(terms.payCurrency), usdUnitsOf(terms.priceCurrency)];
  return coin === undefined || priceUsdUnits === undefined ? 0 : worthOf(coin, paidUnits, priceUsdUnits);
};
