import { createHmac } from 'node:crypto';
import { type IncomingHttpHeaders } from 'node:http';
import { isOneOf } from '@repasse/chassis/crypto/same-secret';

/** Standard Webhooks 1.0: what is older or newer than this is refused. */
const toleranceSeconds = 300;
const secretPrefix = 'whsec_';

/** Whether one of the secrets has signed the bytes, not long ago. */
export const isSigned = (
  body: Buffer,
  headers: IncomingHttpHeaders,
  secrets: readonly string[],
  now: Date,
): boolean => {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = secrets.map((secret) => `v1,${hmacOf(secret, `${id}.${timestamp}.`, body)}`);
  return signatures.split(' ').filter((given) => isOneOf(given, expected)).length > 0;
};

const hmacOf = (secret: string, head: string, body: Buffer): string =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(head)
    .update(body)
    .digest('base64');
