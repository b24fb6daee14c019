import { type Guard } from '@repasse/chassis/http/authentication';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type CheckoutTokens } from '@repasse/checkout-kit/server/checkout-token';

/**
 * The security scheme checkoutToken: X-Checkout-Token must be for the charge in the path. Keys a payer sends are kept
 * apart from the merchant's and from every other payer's.
 */
export const createCheckoutGuard =
  (tokens: CheckoutTokens): Guard =>
  async ({ headers, params }) => {
    const token = headers['x-checkout-token'];
    const { chargeId = '' } = params;
    if (typeof token !== 'string' || token === '') throw refused('Send the header X-Checkout-Token.');
    const standing = await tokens.verify(token, chargeId);
    if (standing === 'expired') throw refused('The token has expired, and with it the charge.');
    if (standing === 'invalid') throw refused('The token is altered, or for another charge.');
    return `checkout ${chargeId}`;
  };

const refused = (detail: string): ProblemError =>
  new ProblemError({
    status: 401,
    code: 'auth.checkout_token_invalid',
    detail,
    headers: { 'WWW-Authenticate': 'X-Checkout-Token realm="repasse"' },
  });
