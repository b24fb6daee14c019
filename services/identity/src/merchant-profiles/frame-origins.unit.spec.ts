import { faultOfOrigin, originsOf } from './frame-origins';

const real = { isLocalhostAllowed: false };
const sandbox = { isLocalhostAllowed: true };

describe('an origin of the merchant’s pages', () => {
  it.each(['https://shop.example', 'https://www.shop.example:8443', 'https://PADARIA-são-joão.example'])(
    'may be %s',
    (origin) => {
      expect(faultOfOrigin(origin, real)).toBeUndefined();
    },
  );

  it.each([
    ['https://shop.example/', 'without a path'],
    ['https://shop.example/pay', 'without a path'],
    ['https://shop.example?a', 'without a path'],
    ['https://user@shop.example', 'without a path'],
    ['https://shop.example frame-src', 'without a path'],
    ['shop.example', 'without a path'],
    ['null', 'without a path'],
    ['*', 'without a path'],
    ['javascript:alert(1)', 'without a path'],
    ['https://shop.example:99999', 'without a path'],
    ['http://shop.example', 'must begin with https://'],
    ['http://localhost:3000', 'must begin with https://'],
    ['https://*.shop.example', 'without wildcards'],
    ["https://shop.example;script-src'self'", 'without wildcards'],
    ['https://shop.example,evil.example', 'without wildcards'],
    ['https://localhost', 'without wildcards'],
    ['https://[::1]', 'without wildcards'],
  ])('is not %s', (text, fault) => {
    expect(faultOfOrigin(text, real)).toContain(fault);
  });

  it('may be at the developer’s machine in the sandbox, and nowhere else without encryption', () => {
    expect(faultOfOrigin('http://localhost:3000', sandbox)).toBeUndefined();
    expect(faultOfOrigin('http://localhost.shop.example:3000', sandbox)).toContain('must begin with https://');
    expect(faultOfOrigin('http://127.0.0.1:3000', sandbox)).toContain('must begin with https://');
  });

  it('is kept as browsers write it, once', () => {
    expect(originsOf(['https://Shop.example:443', 'https://shop.example', 'https://são.example'])).toEqual([
      'https://shop.example',
      'https://xn--so-sia.example',
    ]);
  });
});
