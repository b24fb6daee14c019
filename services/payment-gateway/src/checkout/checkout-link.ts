import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';
import { type KnownPayment } from '../payments/domain/payment';

/** The address of the page where a payment in coins is paid. */
export type CheckoutUrlOf = (payment: KnownPayment) => string;

export const createCheckoutUrls =
  (tokens: CheckoutTokens, baseUrl: string): CheckoutUrlOf =>
  ({ facts: { paymentId }, terms: { expiresAt } }) =>
    `${baseUrl}/checkout/crypto/${paymentId}?token=${tokens.issue(paymentId, expiresAt)}`;
