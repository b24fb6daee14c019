import type { Guard } from '@repasse/chassis/http/authentication';
import { ProblemError } from '@repasse/chassis/http/problem';
import type { CheckoutTokens } from '../http/checkout-token';

type Tokens = Pick<CheckoutTokens, 'verify'>;
export type TokenStanding = Awaited<ReturnType<Tokens['verify']>>;

/** Where a token stands that may be missing, or not even a text. */
export const standingOf = async (tokens: Tokens, token: unknown, chargeId: string): Promise<TokenStanding> =>
  typeof token === 'string' && token !== '' ? tokens.verify(token, chargeId) : 'invalid';

/**
 * The security scheme checkoutLink: the token in the header, or in the address where a browser sends no headers. One
 * that expired with its charge still opens it for looking: who paid at the last moment wants to see what became of it.
 */
export const createLinkGuard =
  (tokens: Tokens): Guard =>
  async ({ headers, query, params }) => {
    const { chargeId = '' } = params;
    const token = headers['x-checkout-token'] ?? query['token'];
    if ((await standingOf(tokens, token, chargeId)) === 'invalid') throw linkInvalid();
    return `checkout ${chargeId}`;
  };

const linkInvalid = (): ProblemError =>
  new ProblemError({
    status: 401,
    code: 'auth.checkout_token_invalid',
    detail: 'The token is missing, altered, or for another charge.',
    headers: { 'WWW-Authenticate': 'X-Checkout-Token realm="repasse"' },
  });
