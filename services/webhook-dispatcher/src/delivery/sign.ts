import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';

/** Standard Webhooks 1.0: the headers a receiver verifies. */
export interface SignatureHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export const secretPrefix = 'whsec_';

/** The HMAC key of a secret in the form in which merchants see it. A key object, since one of bytes is read anew each time. */
export const signingKey = (secret: string): KeyObject =>
  createSecretKey(Buffer.from(secret.slice(secretPrefix.length), 'base64'));

/**
 * Signs `{id}.{timestamp}.{body}` with every key that is valid now, so that a receiver verifies with the old or the
 * new one while a rotation is under way. The timestamp is that of the try, in seconds; the id is the same on all tries.
 */
export const signatureHeaders = (
  message: { readonly id: string; readonly body: string },
  keys: readonly KeyObject[],
  now: Date,
): SignatureHeaders => {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': keys.map((key) => `v1,${hmac(key, signed)}`).join(' '),
  };
};

const hmac = (key: KeyObject, signed: string): string => createHmac('sha256', key).update(signed).digest('base64');
