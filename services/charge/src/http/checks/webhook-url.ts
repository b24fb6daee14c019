import { BlockList, isIP } from 'node:net';

export interface UrlRules {
  /** The sandbox's own inboxes are on http and loopback. */
  readonly arePrivateAddressesAllowed: boolean;
}

/**
 * What is wrong with an address we are asked to call; undefined when nothing is. This catches mistakes early and by
 * name. It is not the guard: a name can lead anywhere by the time it is dialled, and the dispatcher looks again then.
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
  const version = isIP(host);
  if (version === 4) return notPublic.check(host, 'ipv4');
  if (version === 6) return notPublic.check(host, 'ipv6') || !isGlobalUnicast(host);
  return innerName.test(host) || !host.includes('.');
};

/** Names that only mean something inside a network. */
const innerName = /(^|\.)(localhost|local|internal|intranet|home\.arpa)$/i;

const notPublic = new BlockList();
const ipv4Ranges: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
for (const [network, prefix] of ipv4Ranges) notPublic.addSubnet(network, prefix, 'ipv4');

/** Inside 2000::/3, where public addresses are: protocol assignments, documentation, and 6to4, which carries IPv4. */
const ipv6Ranges: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];
for (const [network, prefix] of ipv6Ranges) notPublic.addSubnet(network, prefix, 'ipv6');

const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');
const isGlobalUnicast = (address: string): boolean => globalUnicast.check(address, 'ipv6');
