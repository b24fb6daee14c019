import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type NumberedKey } from '../config/internal/key-settings';

/** AES-256-GCM: the mode is specified for a nonce of 96 bits and a tag of 128. */
const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals small secrets in a database, so that a copy of the database alone reveals none. */
export interface SealedBox {
  /** mark | number of the key | nonce | tag | ciphertext. `context` binds the box to its row: opened under another context, it fails. */
  seal(plain: string, context: string): Buffer;
  /** Throws when the key or the context is another, or a byte was changed. */
  open(sealed: Buffer, context: string): string;
  /** How a box begins that is sealed now. One that begins otherwise is to be sealed anew before its key is taken away. */
  header(): Buffer;
}

/** Before the nonce: that the box names its key, and the key's number. Boxes of before have neither. */
const mark = Buffer.from('kn');
const headerBytes = mark.length + 2;

/** Seals with the first key. Opens with the key that a box names, and boxes that name none with any. */
export const createSealedBox = (keys: () => readonly NumberedKey[]): SealedBox => {
  const secretsOf = remembered((list: readonly NumberedKey[]) =>
    list.map(({ number, key }) => ({ number, header: headerOf(number), secret: secretOf(key) })),
  );
  return {
    seal: (plain, context) => {
      const { header, secret } = current(secretsOf(keys()));
      return Buffer.concat([header, encrypt(secret, plain, context)]);
    },
    open: (sealed, context) => {
      const known = secretsOf(keys());
      const number = numberIn(sealed);
      const named = known.find((key) => key.number === number);
      if (named !== undefined) {
        const opened = tryDecrypt(named.secret, sealed.subarray(headerBytes), context);
        if (opened !== undefined) return opened;
      }
      // A box of before may begin like a header by chance; the tag tells.
      for (const { secret } of known) {
        const opened = tryDecrypt(secret, sealed, context);
        if (opened !== undefined) return opened;
      }
      throw new Error('A sealed box cannot be opened: its key is not listed, or it is of another row.');
    },
    header: () => current(secretsOf(keys())).header,
  };
};

const current = <T>([first]: readonly T[]): T => {
  if (first === undefined) throw new Error('There is no key to seal with.');
  return first;
};

const headerOf = (number: number): Buffer => {
  const header = Buffer.alloc(headerBytes);
  mark.copy(header);
  header.writeUInt16BE(number, mark.length);
  return header;
};

const numberIn = (sealed: Buffer): number | undefined =>
  sealed.length > headerBytes && sealed.subarray(0, mark.length).equals(mark)
    ? sealed.readUInt16BE(mark.length)
    : undefined;

const secretOf = (key: string): Buffer => {
  const secret = Buffer.from(key, 'base64');
  if (secret.length !== keyBytes) throw new Error(`A key of KEY_ENCRYPTION_KEYS must be ${keyBytes} bytes in base64.`);
  return secret;
};

const encrypt = (secret: Buffer, plain: string, context: string): Buffer => {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, secret, nonce).setAAD(Buffer.from(context));
  const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
};

/** Undefined when the key or the context is another, or a byte was changed. */
const tryDecrypt = (secret: Buffer, box: Buffer, context: string): string | undefined => {
  if (box.length < nonceBytes + tagBytes) return undefined;
  const decipher = createDecipheriv(algorithm, secret, box.subarray(0, nonceBytes)).setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(nonceBytes, nonceBytes + tagBytes));
  try {
    return Buffer.concat([decipher.update(box.subarray(nonceBytes + tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
};

/** The result for the list that was given last: lists change when their files are replaced. */
const remembered = <T, R>(make: (given: T) => R): ((given: T) => R) => {
  let last: { readonly given: T; readonly made: R } | undefined;
  return (given) => {
    if (last?.given !== given) last = { given, made: make(given) };
    return last.made;
  };
};
