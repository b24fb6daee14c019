import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

export interface UrlRules {
  /** The sandbox's own inboxes are on http and loopback. */
  readonly arePrivateAddressesAllowed: boolean;
}

/**
 * The fault of a webhook address; undefined when there is none. This reports mistakes early and precisely. It is not
 * the guard: a name may resolve to another address later, so the sender checks again when it connects.
 */
export const faultOfWebhookUrl = (text: string, rules: UrlRules): string | undefined => {
  if (!URL.canParse(text)) return 'must be an absolute URL.';
  const { protocol, username, password, hostname } = new URL(text);
  if (username !== '' || password !== '') return 'must not carry a user name or password.';
  if (rules.arePrivateAddressesAllowed) return isHttp(protocol) ? undefined : 'must begin with https:// or http://.';
  if (protocol !== 'https:') return 'must begin with https://.';
  return leadsInside(hostname) ? 'must lead to a public address.' : undefined;
};

const isHttp = (protocol: string): boolean => protocol === 'http:' || protocol === 'https:';

/** URL has already turned 0x7f.1 and similar forms into 127.0.0.1, so only plain notation is left. */
const leadsInside = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return innerName.test(host) || !host.includes('.');
};

/** Names that are only valid inside a network. */
const innerName = /(^|\.)(localhost|local|internal|intranet|home\.arpa)$/i;
