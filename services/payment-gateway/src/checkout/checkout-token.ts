import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** As much as a key has. */
const tokenBytes = 32;

export interface CheckoutToken {
  readonly token: string;
  readonly tokenHash: string;
}

/** The token is told once; only its hash stays. No salt: nobody finds 32 random bytes by trying. */
export const newCheckoutToken = (): CheckoutToken => {
  const token = randomBytes(tokenBytes).toString('base64url');
  return { token, tokenHash: hashOf(token) };
};

export const isTokenOf = (token: unknown, tokenHash: string): boolean =>
  typeof token === 'string' && timingSafeEqual(Buffer.from(hashOf(token)), Buffer.from(tokenHash));

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
