import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** As authenticator apps have it, none of which reads the others of RFC 6238 reliably. */
export const totpForm = { algorithm: 'SHA1', digits: 6, periodSeconds: 30 } as const;

/** RFC 4226 recommends 160 bits. */
const secretBytes = 20;

/** Two clocks that differ by a few seconds are in different steps twice a minute. */
const stepsAway = 1;

const issuer = 'Repasse';

/** In base32, as apps take it when it is typed. */
export const newTotpSecret = (): string =>
  new Secret({ buffer: new Uint8Array(randomBytes(secretBytes)).buffer }).base32;

/** `otpauth://totp/…`, which apps read from a QR code. `label` names the account in it, and is shown to whoever sees the code. */
export const enrolmentUriOf = (secret: string, label: string): string => totpOf(secret, label).toString();

/** The step that a code belongs to, of the present one and those beside it; undefined where it is the code of none. */
export const stepOf = (secret: string, code: string, now: Date): number | undefined => {
  const nowMs = now.getTime();
  const away = totpOf(secret).validate({ token: code, timestamp: nowMs, window: stepsAway });
  return away === null ? undefined : Math.floor(nowMs / 1_000 / totpForm.periodSeconds) + away;
};

const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    ...{ issuer, label, secret },
    ...{ algorithm: totpForm.algorithm, digits: totpForm.digits, period: totpForm.periodSeconds },
  });
