import { createHash, timingSafeEqual } from 'node:crypto';

type Secret = string | Buffer;

/** Compares digests, so that the time it takes reveals neither the content of a secret nor its length. */
export const isSameSecret = (given: Secret, expected: Secret): boolean => secretCheck(expected)(given);

/** Whether it is one of several: all are compared, so that the time does not tell which. */
export const isOneOf = (given: Secret, expected: readonly Secret[]): boolean =>
  expected.filter((each) => isSameSecret(given, each)).length > 0;

/** The same for a secret that every request is compared with: it is hashed once. */
export const secretCheck = (expected: Secret): ((given: Secret) => boolean) => {
  const digestOfExpected = digestOf(expected);
  return (given) => timingSafeEqual(digestOf(given), digestOfExpected);
};

/** Secrets are compared by this digest. */
export const digestOf = (secret: Secret): Buffer => createHash('sha256').update(secret).digest();
