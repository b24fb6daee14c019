import { createHash } from 'node:crypto';

type Kind =
  | 'session'
  | 'invitation'
  | 'recovery'
  | 'password reset'
  | 'passkey challenge'
  | 'passkey sign-in'
  | 'company sign-in'
  | 'company state'
  | 'portal link'
  | 'portal session';

/** SHA-256, since 256 random bits cannot be guessed at any speed. The kind keeps one from being taken for another. */
export const hashOfSecret = (kind: Kind, secret: string): Buffer =>
  createHash('sha256').update(`${kind}\n${secret}`).digest();
