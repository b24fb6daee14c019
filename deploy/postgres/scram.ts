import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

/** As PostgreSQL does by itself. */
const iterations = 4_096;
const saltBytes = 16;
const hashBytes = 32;

/**
 * The verifier that PostgreSQL keeps of a password (RFC 5803). Given to it in place of the password, it keeps that out of the server's
 * log, which may hold each statement. The password must be ASCII: others would have to be normalised first.
 */
export const scramVerifier = (password: string, salt = randomBytes(saltBytes)): string => {
  const salted = pbkdf2Sync(password, salt, iterations, hashBytes, 'sha256');
  const keyed = (text: string): Buffer => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  const serverKey = keyed('Server Key').toString('base64');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
};
