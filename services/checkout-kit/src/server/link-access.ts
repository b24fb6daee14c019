import { type Guard } from '@repasse/chassis/http/authentication';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type CheckoutTokens, type TokenStanding } from './checkout-token.ts';

type Tokens = Pick<CheckoutTokens, 'verify'>;

/** Where a token stands that may be missing, or not even a text. */
export const standingOf = async (tokens: Tokens, token: unknown, id: string): Promise<TokenStanding> =>
  typeof token === 'string' && token !== '' ? tokens.verify(token, id) : 'invalid';

/**
 * The security scheme checkoutLink: the token in the header, or in the address where a browser sends no headers. A token
 * that has expired still opens its page for looking: who paid at the last moment wants to see what became of it.
 */
export const createLinkGuard =
  (tokens: Tokens, idParameter: string): Guard =>
  async ({ headers, query, params }) => {
    const id = params[idParameter] ?? '';
    const token = headers['x-checkout-token'] ?? query['token'];
    if ((await standingOf(tokens, token, id)) === 'invalid') throw linkInvalid();
    return `checkout ${id}`;
  };

const linkInvalid = (): ProblemError =>
  new ProblemError({
    status: 401,
    code: 'auth.checkout_token_invalid',
    detail: 'The token is missing, altered, or for another checkout.',
    headers: { 'WWW-Authenticate': 'X-Checkout-Token realm="repasse"' },
  });
