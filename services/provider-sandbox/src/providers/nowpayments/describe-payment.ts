import { toJsonNumber } from '../units';
import { findCoin } from './coins';
import { type CryptoPayment } from './payment';

/** The answer to POST /payment: the id is text here, and nowhere else. */
export const describeCreated = (payment: CryptoPayment): object => ({
  ...describePayment(payment),
  payment_id: String(payment.paymentId),
  network_precision: findCoin(payment.terms.payCurrency)?.precision ?? null,
});

/** GET /payment/{id} and the list: with numbers for ids. */
export const describePayment = ({ terms, ...payment }: CryptoPayment): object => ({
  payment_id: payment.paymentId,
  ...(payment.parentPaymentId === null ? {} : { parent_payment_id: payment.parentPaymentId }),
  payment_status: payment.status,
  pay_address: payment.payAddress,
  payin_extra_id: payment.memo,
  price_amount: toJsonNumber(terms.priceUnits),
  price_currency: terms.priceCurrency,
  pay_amount: toJsonNumber(payment.payUnits),
  pay_currency: terms.payCurrency,
  actually_paid: toJsonNumber(payment.paidUnits),
  order_id: terms.orderId,
  smart_contract: findCoin(terms.payCurrency)?.contract ?? null,
  network: findCoin(terms.payCurrency)?.network ?? null,
  payment_extra_ids: payment.extraIds.length === 0 ? null : payment.extraIds,
  created_at: payment.createdAt,
  updated_at: payment.updatedAt,
});

/** The body of an IPN. Its fee is a nested object, which a signature over the outer keys alone does not cover. */
export const describeIpn = (payment: CryptoPayment): object => ({
  ...describePayment(payment),
  fee: { currency: payment.terms.payCurrency, depositFee: 0, withdrawalFee: 0, serviceFee: 0 },
  updated_at: Date.parse(payment.updatedAt),
});
