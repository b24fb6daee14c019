/**
 * The id of a payment at Cielo. A MerchantOrderId of more than 20 characters, or one with anything but letters and
 * digits, is passed to the issuers under another name, and a payment must be found again by it. A ULID has 26
 * characters, so it is written in base 62, with its time counted from 2024 to make it fit: the same payment always has
 * the same order id, and the payment can be read back from it. Simply cutting the ULID would not do, because ids made
 * within one millisecond differ in their last characters only.
 */
export const orderIdOf = (paymentId: string): string => {
  const value = read(paymentId.slice(paymentIdPrefix.length), crockford) - epoch;
  if (value < 0n || value >= valueEnd) throw new Error(`Payment ${paymentId} was made outside of 2024 to 2042.`);
  return write(value, base62, orderIdLength);
};

/** The payment an order id belongs to; undefined when it cannot be one of ours. */
export const paymentIdOfOrder = (orderId: string): string | undefined => {
  if (!/^[0-9A-Za-z]{20}$/.test(orderId)) return undefined;
  return paymentIdPrefix + write(read(orderId, base62) + epoch, crockford, ulidLength);
};

const paymentIdPrefix = 'pay_';
const orderIdLength = 20;
const ulidLength = 26;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ulidRandomBits = 80n;
/** 20 characters of base 62 hold 18 years of milliseconds beside a ULID's 80 random bits. */
const epoch = BigInt(Date.UTC(2024, 0, 1)) << ulidRandomBits;
const valueEnd = 62n ** BigInt(orderIdLength);

const read = (text: string, digits: string): bigint => {
  const base = BigInt(digits.length);
  return Array.from(text).reduce((sum, character) => sum * base + BigInt(digits.indexOf(character)), 0n);
};

const write = (value: bigint, digits: string, length: number): string => {
  const base = BigInt(digits.length);
  let text = '';
  for (let rest = value; text.length < length; rest /= base) text = digits.charAt(Number(rest % base)) + text;
  return text;
};
