import { randomBytes } from 'node:crypto';
import { hashOfSecret } from '../secrets';

/** Crockford's base32 without look-alikes: people copy these from paper. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codesMade = 10;
/** 80 random bits, so that a fast hash is enough. */
const charactersOfCode = 16;
const charactersOfGroup = 4;

/** Each takes the place of a code once. */
export const newRecoveryCodes = (): readonly string[] => Array.from({ length: codesMade }, newCode);

const newCode = (): string =>
  (
    Array.from(randomBytes(charactersOfCode), (byte) => alphabet[byte % alphabet.length])
      .join('')
      .match(groups) ?? []
  ).join('-');

const groups = new RegExp(`.{${String(charactersOfGroup)}}`, 'g');

/** However it was copied; bound to the person, so that a row's hash fits no other row. */
export const hashOfRecoveryCode = (personId: string, code: string): Buffer =>
  hashOfSecret('recovery', `${personId}\n${plainCode(code)}`);

const plainCode = (code: string): string =>
  code.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
