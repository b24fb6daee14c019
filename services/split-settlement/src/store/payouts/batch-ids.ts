import { createHash } from 'node:crypto';

/** Crockford's base 32, which ULIDs are written in. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeDigits = 10;
const hashDigits = 16;

/** The batch of a time: every process gives it the same id. */
export const batchIdOf = (runAt: string): string => `pb_${derivedUlid(runAt, `batch ${runAt}`)}`;

/** The withdrawal of a user in a batch: a repeat is never a second one. */
export const batchWithdrawalIdOf = (batchId: string, runAt: string, userId: number): string =>
  `wd_${derivedUlid(runAt, `${batchId} ${userId}`)}`;

/** A ULID of this moment whose 80 other bits are of a digest of the text. */
const derivedUlid = (moment: string, text: string): string =>
  inDigits(BigInt(Date.parse(moment)), timeDigits) + inDigits(hashOf(text), hashDigits);

const hashOf = (text: string): bigint => BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 20)}`);

const inDigits = (number: bigint, length: number): string =>
  Array.from({ length }, (_, place) => digits[Number((number >> BigInt(5 * (length - 1 - place))) & 31n)]).join('');
