const prefix = 'pay_';
const orderIdLength = 20;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ulidRandomBits = 80n;
const epoch = BigInt(Date.UTC(2024, 0, 1)) << ulidRandomBits;

/** The acquirer's name for a payment: as payment-gateway's order-id.ts, which says why it is written so. */
export const orderIdOf = (paymentId: string): string => {
  const ulid = Array.from(paymentId.slice(prefix.length));
  let rest = ulid.reduce((sum, character) => sum * 32n + BigInt(crockford.indexOf(character)), 0n) - epoch;
  let text = '';
  for (; text.length < orderIdLength; rest /= 62n) text = base62.charAt(Number(rest % 62n)) + text;
  return text;
};
