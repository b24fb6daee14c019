import { httpAddressOf } from './http-address';

describe('an http(s) address', () => {
  it.each([
    'https://merchant.example',
    'https://merchant.example/hooks?order=1#top',
    'http://127.0.0.1:8090/inbox',
    'https://[2606:4700::1111]/hooks',
    'https://merchant.example:8443/a%20b',
  ])('%s is kept as it is', (text) => expect(httpAddressOf(text)).toBe(text));

  it.each([
    ['HTTPS://Merchant.Example/Hooks', 'https://merchant.example/Hooks'],
    ['https://é.example/', 'https://xn--9ca.example/'],
    ['https://bücher.example/täglich', 'https://xn--bcher-kva.example/t%C3%A4glich'],
    ['https://merchant.example:443/', 'https://merchant.example/'],
    ['http://0x7f.1/', 'http://127.0.0.1/'],
  ])('%s is kept as %s', (text, kept) => {
    expect(httpAddressOf(text)).toBe(kept);
    expect(httpAddressOf(kept)).toBe(kept);
  });

  it.each([
    '',
    'merchant.example',
    'http:merchant.example',
    'http:/merchant.example',
    'http:///merchant.example/',
    String.raw`http:\\merchant.example`,
    ' http://merchant.example/',
    'http://merchant.example/ ',
    'http://merchant.example/a b',
    'http://merchant.example/\na',
    'http://merchant.example:0/',
    'http://merchant.example:00/',
    'http://merchant.example:65536/',
    'https://user:secret@merchant.example/',
    'https://user@merchant.example/',
    'https://exa<mple/',
    'https://xn--/',
    'ftp://merchant.example/',
    'javascript:alert(1)',
    `https://merchant.example/${'a'.repeat(10_000)}`,
  ])('%j is none', (text) => expect(httpAddressOf(text)).toBeUndefined());
});
