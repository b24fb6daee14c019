import { fakeClock } from '@repasse/chassis/testing/clock';
import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { createCheckoutTokens } from './checkout-token.ts';

const clock = fakeClock('2026-11-21T12:00:00.000Z');
const secret = 'a-secret-of-the-tests-with-32-characters';
const tokens = createCheckoutTokens({ secrets: () => [secret], clock });
const expiresAt = '2026-11-21T13:00:00.000Z';

describe('a checkout token', () => {
  it('opens its own id until that expires', async () => {
    const token = tokens.issue('ch_1', expiresAt);

    expect(await tokens.verify(token, 'ch_1')).toBe('valid');
    expect(await tokens.verify(token, 'ch_2')).toBe('invalid');
    clock.advance(60 * 60_000 - 1);
    expect(await tokens.verify(token, 'ch_1')).toBe('valid');
    clock.advance(1);
    expect(await tokens.verify(token, 'ch_1')).toBe('expired');
    expect(await tokens.verify(token, 'ch_2')).toBe('invalid');
    clock.advance(-60 * 60_000);
  });

  it('is valid while the secret that signed it is listed, and signed with the first', async () => {
    const next = 'the-next-secret-of-the-tests-of-32-characters';
    const rotated = createCheckoutTokens({ secrets: () => [next, secret], clock });
    const after = createCheckoutTokens({ secrets: () => [next], clock });
    const old = tokens.issue('ch_1', expiresAt);

    expect([await rotated.verify(old, 'ch_1'), await rotated.verify(old, 'ch_2')]).toEqual(['valid', 'invalid']);
    expect(await after.verify(old, 'ch_1')).toBe('invalid');
    expect(await after.verify(rotated.issue('ch_1', expiresAt), 'ch_1')).toBe('valid');
  });

  it('says nothing but which id, and until when', () => {
    expect(decodeJwt(tokens.issue('ch_1', expiresAt))).toEqual({
      aud: 'checkout',
      sub: 'ch_1',
      iat: Date.parse('2026-11-21T12:00:00Z') / 1_000,
      exp: Date.parse(expiresAt) / 1_000,
    });
  });

  const claims = { aud: 'checkout', sub: 'ch_1', exp: Date.parse(expiresAt) / 1_000 };
  const signed = (key: string, changes: object = {}, alg = 'HS256'): Promise<string> =>
    new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg }).sign(new TextEncoder().encode(key));

  it.each([
    ['that is none', async () => 'not-a-token'],
    ['signed with another secret', () => signed('another-secret-with-32-characters-too')],
    ['without a signature', async () => new UnsecuredJWT(claims).encode()],
    ['of another algorithm', () => signed(secret.repeat(2), {}, 'HS512')],
    ['for something else', () => signed(secret, { aud: 'merchant' })],
    ['without an end', () => signed(secret, { exp: undefined })],
    ['whose id was exchanged', async () => exchanged(tokens.issue('ch_2', expiresAt))],
    ['longer than any of ours', async () => `${await signed(secret)}${'x'.repeat(1_000)}`],
  ])('%s is refused', async (_what, make) => {
    expect(await tokens.verify(await make(), 'ch_1')).toBe('invalid');
  });

  it('made by a library with the same secret is as good', async () => {
    expect(await tokens.verify(await signed(secret), 'ch_1')).toBe('valid');
  });
});

const exchanged = (token: string): string => {
  const [header = '', , signature = ''] = token.split('.');
  const claims = JSON.stringify({ aud: 'checkout', sub: 'ch_1', exp: Date.parse(expiresAt) / 1_000 });
  return `${header}.${Buffer.from(claims).toString('base64url')}.${signature}`;
};
