import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares digests, so that the time it takes reveals neither the content of a secret nor its length. */
export const isSameSecret = (given: string | Buffer, expected: string | Buffer): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (secret: string | Buffer): Buffer => createHash('sha256').update(secret).digest();
