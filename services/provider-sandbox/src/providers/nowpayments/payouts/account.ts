import { type Clock } from '@repasse/chassis/clock';
import { createSignedTokens, type SignedTokens } from '../../signed-tokens';

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
