import { createHmac } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const stepMs = 30_000;
const digits = 6;
/** A clock may be a step behind or ahead, and a code takes a moment to arrive. */
const driftSteps = 1;

/** Whether a code is one of RFC 6238 (SHA-1, six digits, every thirty seconds) for a secret in base32, about now. */
export const isTotp = (secret: string, code: string, now: Date): boolean => {
  const step = Math.floor(now.getTime() / stepMs);
  for (let drift = -driftSteps; drift <= driftSteps; drift++)
    if (step + drift >= 0 && hotp(fromBase32(secret), step + drift) === code) return true;
  return false;
};

/** RFC 4226: which four bytes of the HMAC are taken is said by its last half byte. */
export const hotp = (key: Buffer, counter: number): string => {
  const moment = Buffer.alloc(8);
  moment.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', key).update(moment).digest();
  const truncated = mac.readUInt32BE((mac[mac.length - 1] ?? 0) & 0x0f) & 0x7fffffff;
  return String(truncated % 10 ** digits).padStart(digits, '0');
};

/** RFC 4648, without its padding; what is left of the last byte is no byte. */
export const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
