import { BlockList, isIP } from 'node:net';

/**
 * Which addresses lead to the internet, and so may be called for a merchant. Check the address that is dialled, after DNS:
 * a name that pointed to the internet when it was given may point into our network when it is called.
 * Ranges: IANA special-purpose registries for IPv4 and IPv6; `svix` and `convoy` refuse the same.
 */
const ipv4Ranges = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local, and with it the metadata services of every cloud (169.254.169.254).
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

/**
 * Public IPv6 addresses lie in 2000::/3 and nowhere else. That leaves out every form that carries an IPv4 address, in
 * whatever spelling (::ffff:10.0.0.1, ::ffff:0:7f00:1, ::10.0.0.1, NAT64), and whatever may be given a meaning one day.
 */
const publicIpv6 = new BlockList();
publicIpv6.addSubnet('2000::', 3, 'ipv6');

/** Inside it: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address too. */
const ipv6Ranges = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refused = new BlockList();
for (const range of ipv4Ranges) addRange(range, 'ipv4');
for (const range of ipv6Ranges) addRange(range, 'ipv6');

function addRange(range: string, family: 'ipv4' | 'ipv6'): void {
  const [network, prefix] = range.split('/');
  refused.addSubnet(network ?? '', Number(prefix), family);
}

/** True for a public address, from DNS or a literal; a zone (`fe80::1%eth0`) or an odd form is refused. */
export const isPublicAddress = (address: string): boolean => {
  switch (isIP(address)) {
    case 4:
      return !refused.check(address, 'ipv4');
    case 6:
      // An address with a zone is link-local by nature; BlockList would not understand it.
      return !address.includes('%') && publicIpv6.check(address, 'ipv6') && !refused.check(address, 'ipv6');
    default:
      return false;
  }
};
