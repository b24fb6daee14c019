import { type ChargeTerms } from '../domain/charge.terms';
import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';

export interface CheckoutLink {
  readonly checkoutUrl: string;
  readonly checkoutToken: string;
}

/** Where a payer can pay a charge. */
export type CheckoutLinkOf = (charge: Pick<ChargeTerms, 'chargeId' | 'expiresAt'>) => CheckoutLink;

export const createCheckoutLinks =
  (tokens: CheckoutTokens, baseUrl: string): CheckoutLinkOf =>
  ({ chargeId, expiresAt }) => {
    const checkoutToken = tokens.issue(chargeId, expiresAt);
    return { checkoutUrl: `${baseUrl}/checkout/${chargeId}?token=${checkoutToken}`, checkoutToken };
  };
