import { isIP } from 'node:net';
import { httpAddressOf } from '@repasse/values/texts/http-address';
import { isPublicAddress } from './internal/public-address';

export interface UrlRules {
  /** The sandbox's own inboxes are on http and loopback. */
  readonly arePrivateAddressesAllowed: boolean;
}

/**
 * The fault of a webhook address; undefined when there is none. This reports mistakes early and precisely. It is not
 * the guard: a name may resolve to another address later, so the sender checks again when it connects.
 */
export const faultOfWebhookUrl = (text: string, rules: UrlRules): string | undefined => {
  const address = httpAddressOf(text);
  if (address === undefined) return 'must be an address that begins with https://.';
  if (rules.arePrivateAddressesAllowed) return undefined;
  const { protocol, hostname } = new URL(address);
  if (protocol !== 'https:') return 'must begin with https://.';
  return leadsInside(hostname) ? 'must lead to a public address.' : undefined;
};

/** URL has already turned 0x7f.1 and similar forms into 127.0.0.1, so only plain notation is left. */
const leadsInside = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return innerName.test(host) || !host.includes('.');
};

/** Names that are only valid inside a network. */
const innerName = /(^|\.)(localhost|local|internal|intranet|home\.arpa)$/i;
