import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** AES-256-GCM: the mode is specified for a nonce of 96 bits and a tag of 128. */
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals small secrets in a database, so that a copy of the database alone reveals none. */
export interface SealedBox {
  /** nonce | tag | ciphertext. `context` binds the box to its row: opened under another context, it fails. */
  seal(plain: string, context: string): Buffer;
  /** Throws when the key or the context is another, or a byte was changed. */
  open(sealed: Buffer, context: string): string;
}

/** `key` is 32 bytes in base64 (KEY_ENCRYPTION_KEY). */
export const createSealedBox = (key: string): SealedBox => {
  const secret = Buffer.from(key, 'base64');
  if (secret.length !== keyBytes) throw new Error(`KEY_ENCRYPTION_KEY must be ${keyBytes} bytes in base64.`);
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
    },
    open: (sealed, context) => {
      const decipher = createDecipheriv(algorithm, secret, sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(context));
      decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]).toString(
        'utf8',
      );
    },
  };
};
