import { TOTP } from 'otpauth';

/** Whether a code is the one of about now; a clock may be a step behind or ahead, and a code takes a moment to arrive. */
export const isTotp = (secret: string, code: string, now: Date): boolean =>
  new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 }) !== null;
