import { randomBytes } from 'node:crypto';

const secretBytes = 32;

/** 256 random bits, of a key, a session or an invitation. Nobody can choose one, so none is weak. */
export const newSecret = (): string => randomBytes(secretBytes).toString('base64url');
