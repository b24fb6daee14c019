import { createHmac } from 'node:crypto';

/** RFC 6238 as authenticator apps have it: SHA-1, six digits, a new code every 30 seconds. */
const stepMs = 30_000;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const bitsPerCharacter = 5;

/** The code of a moment, or of one that is `stepsAway` from it, where two clocks do not agree. */
export const totpAt = (secret: string, now: Date, stepsAway = 0): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / stepMs) + stepsAway));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  // RFC 4226: the last four bits say which four bytes are the number.
  const at = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(at) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
};

/** Base32 as RFC 4648 has it; the padding says nothing, and what is left of the last byte is no byte. */
const bytesOf = (secret: string): Buffer => {
  const bits = Array.from(secret.toUpperCase().replace(/=+$/, ''), (each) =>
    alphabet.indexOf(each).toString(2).padStart(bitsPerCharacter, '0'),
  ).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
