import { isIP } from 'node:net';

export interface Arrival {
  /** X-Forwarded-For as it came. */
  readonly forwardedFor: string | string[] | undefined;
  /** Who holds the other end of the connection. */
  readonly remoteAddress: string;
}

/**
 * The address a limit counts by. Each of our proxies appends its caller's address, so entries before the last `proxies`
 * ones come from the caller and are not trusted.
 */
export const callerAddress = ({ forwardedFor, remoteAddress }: Arrival, proxies: number): string => {
  if (proxies === 0) return networkOf(remoteAddress);
  const hops = [...String(forwardedFor ?? '').split(','), remoteAddress].map((hop) => hop.trim()).filter(Boolean);
  return networkOf(hops[Math.max(0, hops.length - 1 - proxies)] ?? 'unknown');
};

/** A household or a server has a /64 of IPv6 addresses at its disposal: they are one caller. */
export const networkOf = (address: string): string => {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 4) return plain;
  if (isIP(plain) !== 6) return 'unknown';
  const [head = '', tail] = plain.replace(/%.*$/, '').split('::');
  const first = groupsOf(head);
  const last = groupsOf(tail ?? '');
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
};

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));
