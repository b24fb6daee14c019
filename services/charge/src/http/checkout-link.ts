import type { ExistingCharge } from '../domain/charge';
import type { CheckoutTokens } from './checkout-token';

export interface CheckoutLink {
  readonly checkoutUrl: string;
  readonly checkoutToken: string;
}

/** Where a payer can pay a charge. */
export type CheckoutLinkOf = (charge: ExistingCharge) => CheckoutLink;

export const createCheckoutLinks =
  (tokens: CheckoutTokens, baseUrl: string): CheckoutLinkOf =>
  ({ terms: { chargeId, expiresAt } }) => {
    const checkoutToken = tokens.issue(chargeId, expiresAt);
    return { checkoutUrl: `${baseUrl}/checkout/${chargeId}?token=${checkoutToken}`, checkoutToken };
  };
