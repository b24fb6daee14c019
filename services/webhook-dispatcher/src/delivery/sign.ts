import { createHmac } from 'node:crypto';

/** Standard Webhooks 1.0: the headers a receiver verifies. */
export type SignatureHeaders = {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
};

export const secretPrefix = 'whsec_';

/**
 * Signs `{id}.{timestamp}.{body}` with every secret that is valid now, so that a receiver verifies with the old or the
 * new one while a rotation is under way. The timestamp is that of the try, in seconds; the id is the same on all tries.
 */
export const signatureHeaders = (
  message: { readonly id: string; readonly body: string },
  secrets: readonly string[],
  now: Date,
): SignatureHeaders => {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = `${message.id}.${timestamp}.${message.body}`;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, signed)}`).join(' '),
  };
};

const hmac = (secret: string, signed: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(signed)
    .digest('base64');
