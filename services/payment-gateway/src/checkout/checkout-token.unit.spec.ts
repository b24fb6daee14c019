import { createCheckoutLink, newCheckoutId } from './checkout-id';
import { isTokenOf, newCheckoutToken } from './checkout-token';

describe('the token of a checkout', () => {
  it('opens its own checkout and no other', () => {
    const [mine, other] = [newCheckoutToken(), newCheckoutToken()];

    expect(isTokenOf(mine.token, mine.tokenHash)).toBe(true);
    expect(isTokenOf(other.token, mine.tokenHash)).toBe(false);
    for (const nonsense of [undefined, '', mine.tokenHash, `${mine.token}=`, ['a']]) {
      expect(isTokenOf(nonsense, mine.tokenHash)).toBe(false);
    }
  });

  it('is not in its hash', () => {
    const { token, tokenHash } = newCheckoutToken();

    expect(tokenHash).toMatch(/^[0-9a-f]{64}$/);
    expect(tokenHash).not.toContain(token);
  });
});

describe('the id of a checkout', () => {
  it('cannot be guessed from the one before', () => {
    const ids = Array.from({ length: 100 }, newCheckoutId);

    for (const id of ids) expect(id).toMatch(/^chk_[0-9A-HJKMNP-TV-Z]{26}$/);
    // A ULID made in the same millisecond shares all but its last characters.
    expect(new Set(ids.map((id) => id.slice(0, 14))).size).toBe(100);
  });

  it('is in the address, with the token where there is one', () => {
    const link = createCheckoutLink('https://pay.example/');

    expect(link('chk_1')).toBe('https://pay.example/payments/checkout/chk_1');
    expect(link('chk_1', 'a-b_c')).toBe('https://pay.example/payments/checkout/chk_1?token=a-b_c');
  });
});
