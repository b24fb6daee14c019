import { createHash } from 'node:crypto';
import { toIso } from '@repasse/chassis/clock';
import { type Fault } from '@repasse/chassis/http/problem';
import { faultOfWebhookUrl } from '@repasse/chassis/net/webhook-url';
import { httpAddressOf } from '@repasse/values/texts/http-address';
import { hashOfSecret } from '../people/secrets';

/** Long enough to type a password and a code at the provider. */
const minutesOfSignIn = 10;

/** Whoever comes may begin, and each time the provider is asked. */
export const beginningsPerAddress = { requests: 30, seconds: 60 };

/** An owner who tries addresses of providers. */
export const readingsPerUser = { requests: 20, seconds: 60 };

export const expiryOfSignIn = (now: Date): string => toIso(new Date(now.getTime() + minutesOfSignIn * 60_000));

/** As it is compared: people type capital letters and blanks around it. */
export const signInNameOf = (typed: string): string => typed.trim().toLowerCase();

/** Whose answer counts: that of the browser that began. */
export const boundTo = (secret: string): Buffer => hashOfSecret('company sign-in', secret);

/** Derived from what the browser keeps, so that no copy of the database has them. */
export const nonceOf = (secret: string): string => derived('nonce', secret);
export const codeVerifierOf = (secret: string): string => derived('code verifier', secret);

const derived = (what: string, secret: string): string =>
  createHash('sha256').update(`company sign-in ${what}\n${secret}`).digest('base64url');

export interface AddressRules {
  /** The sandbox's own provider is on http and loopback. */
  readonly isSandbox: boolean;
}

const loopback = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Of an address of a provider, ours to call or a browser's to open. The guard is in the call itself: a name may come to lead elsewhere. */
export const faultOfProviderAddress = (text: string, { isSandbox }: AddressRules): string | undefined => {
  if (!isSandbox) return faultOfWebhookUrl(text, { arePrivateAddressesAllowed: false });
  const address = httpAddressOf(text);
  if (address === undefined) return 'must be an address that begins with https://.';
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || loopback.test(hostname) ? undefined : 'must begin with https://.';
};

/** OpenID Connect Discovery: neither query nor fragment. A path to the document itself would leave its issuer unchecked. */
export const faultsOfIssuer = (issuer: string, rules: AddressRules): readonly Fault[] => {
  const message =
    faultOfProviderAddress(issuer, rules) ??
    (/[?#]|\/\.well-known\//.test(issuer)
      ? 'must be the issuer alone, without a query or a path to a document.'
      : undefined);
  return message === undefined ? [] : [{ field: 'issuer', message }];
};

export const isSameAddress = (one: string, other: string): boolean =>
  one === other || (URL.canParse(one) && URL.canParse(other) && new URL(one).href === new URL(other).href);
