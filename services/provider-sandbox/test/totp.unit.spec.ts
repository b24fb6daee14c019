import { fromBase32, hotp, isTotp } from '../src/providers/nowpayments/totp';

const key = Buffer.from('12345678901234567890');
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('a code of an authenticator', () => {
  it('is what RFC 4226 has in appendix D', () => {
    const published = [
      '755224',
      '287082',
      '359152',
      '969429',
      '338314',
      '254676',
      '287922',
      '162583',
      '399871',
      '520489',
    ];
    expect(published.map((_, counter) => hotp(key, counter))).toEqual(published);
  });

  // The last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('is what RFC 6238 has in appendix B for %i seconds', (seconds, code) => {
    expect(isTotp(secret, code, at(seconds))).toBe(true);
  });

  it.each([
    [29, true],
    [0, true],
    [30, true],
    [89, true],
    [90, false],
  ])('of second 59 is good a step early and a step late: at %i, %s', (seconds, isGood) => {
    expect(isTotp(secret, '287082', at(seconds))).toBe(isGood);
  });

  it.each(['', '28708', '2870820', '755223'])('is not %j', (code) => {
    expect(isTotp(secret, code, at(59))).toBe(false);
  });
});

describe('base32', () => {
  // RFC 4648, section 10, without padding.
  it.each([
    ['', ''],
    ['MY', 'f'],
    ['MZXQ', 'fo'],
    ['MZXW6', 'foo'],
    ['MZXW6YQ', 'foob'],
    ['MZXW6YTB', 'fooba'],
    ['MZXW6YTBOI', 'foobar'],
    [secret, '12345678901234567890'],
  ])('%j is %j', (text, bytes) => {
    expect(fromBase32(text).toString()).toBe(bytes);
  });
});
