import { createHmac } from 'node:crypto';

/**
 * Revolut-Signature of a delivery: HMAC-SHA256 of `v1.{timestamp}.{body}`, keyed with the whole secret as it is
 * written, one signature for each secret that is valid now.
 */
export const signDelivery = (secrets: readonly string[], timestampMs: number, body: string): string =>
  secrets
    .map((secret) => createHmac('sha256', secret).update(`v1.${timestampMs}.${body}`).digest('hex'))
    .map((digest) => `v1=${digest}`)
    .join(',');
