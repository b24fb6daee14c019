import { type Clock } from '@repasse/chassis/clock';
import { fieldsOf } from '../../fields';
import { isSame } from '../../secret';
import { createSignedTokens, type SignedTokens } from '../../signed-tokens';
import { failed, invalidRequest, type NowPaymentsEndpoint } from '../nowpayments';

/** A merchant who pays out signs in as a person would, and sends a code of their authenticator for every batch. */
export interface Account extends Secrets {
  readonly tokens: SignedTokens;
}

interface Secrets {
  readonly email: string;
  readonly password: string;
  readonly totpSecret: string;
}

const tokenSeconds = 300;

/** Undefined when one of the secrets is missing: sign-ins are refused then. */
export const accountOf = (
  { email, password, totpSecret }: { [F in keyof Secrets]: string | undefined },
  clock: Clock,
): Account | undefined => {
  if (email === undefined || password === undefined || totpSecret === undefined) return undefined;
  return { email, password, totpSecret, tokens: createSignedTokens(`nowpayments:${password}`, tokenSeconds, clock) };
};

/** POST /auth: the words one signs in to the dashboard with, for a token of five minutes. */
export const signIn: NowPaymentsEndpoint = async ({ account }, request) => {
  const { email, password } = fieldsOf(request.body);
  if (typeof email !== 'string' || typeof password !== 'string')
    return invalidRequest('email and password are required');
  // Not even the letters' case of the address is forgiven.
  if (account === undefined || !isSame(email, account.email) || !isSame(password, account.password))
    return failed(401, 'AUTH_FAILED', 'Wrong email or password');
  return { status: 200, body: { token: await account.tokens.issue({ id: account.email }) } };
};
