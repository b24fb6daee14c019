import { createHash, timingSafeEqual } from 'node:crypto';

type Secret = string | Buffer;

/** Compares digests, so that the time it takes reveals neither the content of a secret nor its length. */
export const isSameSecret = (given: Secret, expected: Secret): boolean => secretCheck(expected)(given);

/** The same for a secret that every request is compared with: it is hashed once. */
export const secretCheck = (expected: Secret): ((given: Secret) => boolean) => {
  const digestOfExpected = digest(expected);
  return (given) => timingSafeEqual(digest(given), digestOfExpected);
};

const digest = (secret: Secret): Buffer => createHash('sha256').update(secret).digest();
