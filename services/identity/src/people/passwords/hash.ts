import { hash, verify, type Options } from '@node-rs/argon2';
import { ProblemError } from '@repasse/chassis/http/problem';
import { randomBytes } from 'node:crypto';

/** Argon2id (the library's default) as OWASP's password storage sheet has it at least: 19 MiB, two passes, one lane. */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes some 50 ms of a core and 19 MiB: more at once would only take them from payments. */
const atOnceMax = 4;
/** Some seconds of work. Whoever comes behind is asked to try again. */
const waitingMax = 64;

export interface Passwords {
  hashOf(password: string): Promise<string>;
  /** An unknown person's password, whose hash is undefined, is compared with one that fits nobody, in the same time. */
  isRight(password: string, passwordHash: string | undefined): Promise<boolean>;
}

export const createPasswords = async (): Promise<Passwords> => {
  const oneOf = createQueue();
  const nobodys = await hash(randomBytes(32), cost);
  return {
    hashOf: (password) => oneOf(() => hash(normalised(password), cost)),
    isRight: (password, passwordHash) =>
      oneOf(async () => (await verify(passwordHash ?? nobodys, normalised(password))) && passwordHash !== undefined),
  };
};

/** One person's two keyboards may write an accent in two ways (NIST SP 800-63B, 3.1.1.2). */
const normalised = (password: string): string => password.normalize('NFKC');

const createQueue = () => {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <R>(work: () => Promise<R>): Promise<R> => {
    if (running >= atOnceMax) {
      if (waiting.length >= waitingMax) throw tooBusy();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};

const tooBusy = (): ProblemError =>
  new ProblemError({
    status: 503,
    code: 'server.unavailable',
    detail: 'Many people sign in at this moment. Nothing was done; try again.',
    headers: { 'Retry-After': '2' },
    extra: { retryable: true },
  });
