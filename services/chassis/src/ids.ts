import { randomFillSync } from 'node:crypto';
import { monotonicFactory } from 'ulid';

/** Where identifiers come from. Ids are `${prefix}_${ulid}`: ch_, att_, pay_, evt_, del_, msg_, stl_, txn_. */
export interface Ids {
  /** 26 characters, ordered by time, and strictly increasing within one process. */
  ulid(): string;
}

/** The ulid package asks for randomness once a character; one system call for a pool serves hundreds of ids. */
const pool = new Uint32Array(1_024);
let used = pool.length;

/** Uniform in [0, 1), from the operating system's generator. */
const random = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return (pool[used++] ?? 0) / 2 ** 32;
};

const nextUlid = monotonicFactory(random);

export const randomIds: Ids = { ulid: () => nextUlid() };
