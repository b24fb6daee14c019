import { randomInt } from 'node:crypto';

/** The simulated payer's bank. The central bank numbers institutions; this number is not assigned. */
const payerBankIspb = '99999004';
const randomCharacters = 11;
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** "E", the payer's bank, the minute in UTC, eleven random characters: 32 in all. */
export const newEndToEndId = (now: Date): string => newPaymentId('E', now);

/** A devolução's begins with "D". */
export const newPaymentId = (kind: 'E' | 'D', now: Date): string => {
  const minute = now.toISOString().replace(/\D/g, '').slice(0, 12);
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${kind}${payerBankIspb}${minute}${random}`;
};
