import { createHmac } from 'node:crypto';
import { isSameSecret } from '@repasse/chassis/crypto/same-secret';

export interface SignedCallback {
  /** `Revolut-Signature`: `v1=<hex>`, several with commas between them while two secrets live. */
  readonly signature: string | undefined;
  /** `Revolut-Request-Timestamp`, a Unix time in milliseconds. */
  readonly timestamp: string | undefined;
  readonly rawBody: Buffer;
}

const version = 'v1';
/** As the provider recommends. An overheard callback is useless afterwards. */
export const toleranceMs = 5 * 60_000;

/** Whether one of the signatures was made with one of the secrets, not long ago. */
export const isSigned = (callback: SignedCallback, secrets: readonly string[], now: Date): boolean => {
  const { signature = '', timestamp = '', rawBody } = callback;
  if (!/^\d{1,16}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp)) > toleranceMs) return false;

  const given = signature
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each.startsWith(`${version}=`))
    .map((each) => Buffer.from(each.slice(version.length + 1), 'hex'));
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${version}.${timestamp}.`).update(rawBody).digest();
    return given.some((each) => isSameSecret(each, expected));
  });
};
