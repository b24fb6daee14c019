import { createHash, timingSafeEqual } from 'node:crypto';

const hashBytes = 32;

/**
 * SHA-256, not scrypt: slow hashes make guesses at human passwords expensive, and 256 random bits cannot be guessed at
 * any speed, while a slow hash would let strangers keep our processors busy with wrong secrets. The client id is hashed
 * along, so that a row's hash fits no other row.
 */
export const hashOfSecret = (clientId: string, clientSecret: string): Buffer =>
  createHash('sha256').update(`${clientId}\n${clientSecret}`).digest();

/** The hash to compare with for an unknown client: the answer then takes as long as for a wrong secret. */
const nobody = Buffer.alloc(hashBytes);

export const isSecret = (clientId: string, clientSecret: string, secretHash: Buffer | undefined): boolean =>
  timingSafeEqual(hashOfSecret(clientId, clientSecret), secretHash ?? nobody) && secretHash !== undefined;

interface Secrets {
  readonly secretHash: Buffer;
  readonly previousSecretHash: Buffer | null;
  readonly previousSecretUntil: string | null;
}

/** Whether it is the key's secret, or the one before while that still counts. Both are compared, whatever the first says. */
export const isSecretOfKey = (
  clientId: string,
  clientSecret: string,
  key: Secrets | undefined,
  now: string,
): boolean => {
  const isPresent = isSecret(clientId, clientSecret, key?.secretHash);
  const isPrevious = isSecret(clientId, clientSecret, key?.previousSecretHash ?? undefined);
  return isPresent || (isPrevious && (key?.previousSecretUntil ?? '') > now);
};
