import { randomBytes } from 'node:crypto';

const base32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const characters = 26;

/** 130 random bits. No ULID: one made in the same millisecond is the next number, and an id that opens a page must not be guessed. */
export const newCheckoutId = (): string =>
  `chk_${Array.from(randomBytes(characters), (byte) => base32[byte % base32.length]).join('')}`;

/** The address of a checkout's page; the token is in it where the checkout has one. */
export type CheckoutLink = (checkoutId: string, token?: string) => string;

export const createCheckoutLink =
  (baseUrl: string): CheckoutLink =>
  (checkoutId, token) => {
    const page = `${baseUrl.replace(/\/+$/, '')}/payments/checkout/${checkoutId}`;
    return token === undefined ? page : `${page}?${new URLSearchParams({ token }).toString()}`;
  };
