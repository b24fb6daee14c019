import { isPublicAddress } from '../src/delivery/address-guard';

describe('which addresses a webhook may be sent to', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '192.167.255.255',
    '2606:4700:4700::1111',
  ])('allows %s', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ['this host', '0.0.0.0'],
    ['loopback', '127.0.0.1'],
    ['all of loopback', '127.255.255.254'],
    ['private, class A', '10.0.0.1'],
    ['private, class B', '172.16.0.1'],
    ['private, end of class B', '172.31.255.255'],
    ['private, class C', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['cloud metadata', '169.254.169.254'],
    ['benchmarking', '198.18.0.1'],
    ['documentation', '203.0.113.9'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 loopback', '::1'],
    ['IPv6 unspecified', '::'],
    ['unique local', 'fd00::1'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 link-local with a zone', 'fe80::1%eth0'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 multicast', 'ff02::1'],
    ['v4-mapped loopback', '::ffff:127.0.0.1'],
    ['v4-mapped private, in hexadecimal', '::ffff:a00:1'],
    ['v4-compatible', '::10.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::1'],
    ['6to4', '2002:a00:1::'],
    ['Teredo', '2001::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['no address at all', 'localhost'],
    ['an address in octal', '0177.0.0.1'],
  ])('refuses %s', (_, address) => expect(isPublicAddress(address)).toBe(false));
});
