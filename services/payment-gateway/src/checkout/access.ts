import { type Guard } from '@repasse/chassis/http/authentication';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Checkouts } from '../store/checkouts';
import { isTokenOf } from './checkout-token';
import { checkoutNotFound } from './checkout-problems';

/** Whether a checkout may be opened: with its token, or by its id alone where it has none. */
export const mayOpen = ({ tokenHash }: { readonly tokenHash: string | null }, token: unknown): boolean =>
  tokenHash === null || isTokenOf(token, tokenHash);

/** The security scheme checkoutAccess: the token in the header, or in the address where a browser sends no headers. */
export const createAccessGuard =
  (checkouts: Pick<Checkouts, 'find'>): Guard =>
  async ({ headers, query, params }) => {
    const { checkoutId = '' } = params;
    const found = await checkouts.find(checkoutId);
    if (found === null) throw checkoutNotFound(checkoutId);
    if (!mayOpen(found, headers['x-checkout-token'] ?? query['token'])) throw tokenInvalid();
    return `checkout ${checkoutId}`;
  };

/** The security scheme checkoutToken: whoever sends a card needs the token, which no list and no log has. */
export const createTokenGuard =
  (checkouts: Pick<Checkouts, 'find'>): Guard =>
  async ({ headers, params }) => {
    const { checkoutId = '' } = params;
    const found = await checkouts.find(checkoutId);
    // One that is not there is told of in the same words, so that nobody learns which exist.
    const tokenHash = found?.tokenHash ?? null;
    if (tokenHash === null || !isTokenOf(headers['x-checkout-token'], tokenHash)) throw tokenInvalid();
    return `checkout ${checkoutId}`;
  };

const tokenInvalid = (): ProblemError =>
  new ProblemError({
    status: 401,
    code: 'auth.checkout_token_invalid',
    detail: 'The token is missing, altered, or for another checkout.',
    headers: { 'WWW-Authenticate': 'X-Checkout-Token realm="repasse"' },
  });
