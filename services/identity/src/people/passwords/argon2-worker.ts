import { Worker } from 'node:worker_threads';

/** Asks the thread for a new hash, or whether a password fits one. */
type Job =
  | { readonly kind: 'hash'; readonly password: string; readonly salt: Uint8Array }
  | { readonly kind: 'verify'; readonly password: string; readonly hash: string };

export interface Argon2 {
  hash(password: string, salt: Uint8Array): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
}

/** The cost of a new hash. Verification reads the cost from the hash. */
export interface Argon2Cost {
  /** In KiB. */
  readonly memorySize: number;
  readonly iterations: number;
}

/** As OWASP's password storage sheet has it at least: 19 MiB and two passes, in one lane. */
const owaspCost: Argon2Cost = { memorySize: 19_456, iterations: 2 };

const form = { parallelism: 1, hashLength: 32, outputType: 'encoded' };

/** Plain JavaScript, since a thread starts from sources and from a build alike. */
const program = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { argon2id, argon2Verify } = require(workerData.library);
  parentPort.on('message', async ({ id, job }) => {
    try {
      const value = job.kind === 'hash'
        ? await argon2id({ ...workerData.cost, password: job.password, salt: job.salt })
        : await argon2Verify({ password: job.password, hash: job.hash });
      parentPort.postMessage({ id, value });
    } catch (error) {
      parentPort.postMessage({ id, fault: String(error) });
    }
  });
`;

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (fault: Error) => void;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly fault?: string;
}

/**
 * Argon2id in a thread of its own: a hash takes a tenth of a second, in which this process would sign no tokens. In
 * WebAssembly, so that an image is the same for every architecture. Jobs run one after another.
 */
export const createArgon2 = (cost = owaspCost): Argon2 => {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;

  const fail = (fault: Error): void => {
    thread = undefined;
    for (const { reject } of waiting.values()) reject(fault);
    waiting.clear();
  };
  const start = (): Worker => {
    const library = require.resolve('hash-wasm');
    const started = new Worker(program, { eval: true, workerData: { library, cost: { ...cost, ...form } } });
    started.on('message', ({ id, value, fault }: Answer) => {
      const asked = waiting.get(id);
      waiting.delete(id);
      if (fault === undefined) asked?.resolve(value);
      else asked?.reject(new Error(fault));
    });
    started.on('error', fail);
    // It must not keep a process alive that has stopped.
    started.unref();
    return started;
  };
  const ask = (job: Job): Promise<unknown> =>
    new Promise((resolve, reject) => {
      thread ??= start();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      thread.postMessage({ id, job });
    });
  return {
    hash: async (password, salt) => String(await ask({ kind: 'hash', password, salt })),
    verify: async (password, hash) => (await ask({ kind: 'verify', password, hash })) === true,
  };
};
