import { totpAt } from './totp';

/** "12345678901234567890", the key of RFC 6238's vectors, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('a code for a moment', () => {
  // RFC 6238, appendix B, SHA-1; of its eight digits the last six.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('%d is %s', (seconds, code) => {
    expect(totpAt(secret, new Date(seconds * 1_000))).toBe(code);
  });

  it('is the same for 30 seconds, and can be had of the moments beside it', () => {
    const at = (seconds: number) => new Date(seconds * 1_000);

    expect(totpAt(secret, at(60))).toBe(totpAt(secret, at(89)));
    expect(totpAt(secret, at(59), 1)).toBe(totpAt(secret, at(60)));
    expect(totpAt(secret, at(60), -1)).toBe(totpAt(secret, at(59)));
  });

  it('takes secrets as they are copied, with padding and in small letters', () => {
    expect(totpAt('gezdgnbvgy3tqojqgezdgnbvgy3tqojq====', new Date(59_000))).toBe('287082');
  });
});
