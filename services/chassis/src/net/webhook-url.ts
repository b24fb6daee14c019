import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

export interface UrlRules {
  /** The sandbox's own inboxes are on http and loopback. */
  readonly arePrivateAddressesAllowed: boolean;
}

/**
 * What is wrong with an address we are asked to call; undefined when nothing is. This catches mistakes early and by
 * name. It is not the guard: a name can lead anywhere by the time it is dialled, and whoever dials looks again.
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

/** URL has already turned 0x7f.1 and its kin into 127.0.0.1, so plain notation is all that is left. */
const leadsInside = (hostname: string): boolean => {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return innerName.test(host) || !host.includes('.');
};

/** Names that only mean something inside a network. */
const innerName = /(^|\.)(localhost|local|internal|intranet|home\.arpa)$/i;
