import { createHmac } from 'node:crypto';
import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { parseJson } from '../wire/ask';

/**
 * Whether NOWPayments sent this: `x-nowpayments-sig` is the hexadecimal HMAC-SHA512, under the IPN secret, of the body
 * with the keys of every object in order, at every depth. The short sample in their documentation sorts the outermost
 * keys only and loses nested ones; their senders do what is done here.
 */
export const isSignedBy = (secret: string, rawBody: string, signature: string | undefined): boolean => {
  const body = parseJson(rawBody);
  if (typeof body !== 'object' || body === null || signature === undefined) return false;
  return isSameSecret(signature.trim().toLowerCase(), signatureOf(secret, body));
};

/** They parse and print with JavaScript's own JSON, so numbers are normalised as it does: 1.0 becomes 1. */
export const signatureOf = (secret: string, body: object): string =>
  createHmac('sha512', secret)
    .update(JSON.stringify(sorted(body)))
    .digest('hex');

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
};
