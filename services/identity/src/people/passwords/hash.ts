import { randomBytes } from 'node:crypto';
import { ProblemError } from '@repasse/chassis/http/problem';
import { type Argon2Cost, createArgon2 } from './argon2-worker';

/** Some seconds of work, one after another. Whoever comes behind is asked to try again. */
const waitingMax = 32;

const saltBytes = 16;

export interface Passwords {
  hashOf(password: string): Promise<string>;
  /** An unknown person's password, whose hash is undefined, is compared with one that fits nobody, in the same time. */
  isRight(password: string, passwordHash: string | undefined): Promise<boolean>;
}

/** Argon2id hashes in PHC's text. Throws the problem to answer with when too many people sign in at once. */
export const createPasswords = (cost?: Argon2Cost): Passwords => {
  const argon2 = createArgon2(cost);
  const hash = (password: string): Promise<string> => argon2.hash(password, randomBytes(saltBytes));
  let nobodys: Promise<string> | undefined;
  let running = 0;
  const counted = async <R>(work: () => Promise<R>): Promise<R> => {
    if (running >= waitingMax) throw tooBusy();
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  };
  return {
    hashOf: (password) => counted(() => hash(normalised(password))),
    isRight: (password, passwordHash) =>
      counted(async () => {
        nobodys ??= hash(randomBytes(saltBytes).toString('hex'));
        const compared = passwordHash ?? (await nobodys);
        return (await argon2.verify(normalised(password), compared)) && passwordHash !== undefined;
      }),
  };
};

/** One person's two keyboards may write an accent in two ways (NIST SP 800-63B, 3.1.1.2). */
const normalised = (password: string): string => password.normalize('NFKC');

const tooBusy = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'Many people sign in at this moment. Nothing was done; try again.',
    headers: { 'Retry-After': '2' },
    extra: { retryable: true },
  });
