import { setTimeout as pause } from 'node:timers/promises';
import { decodeTime, isValid } from 'ulid';
import { type ProblemError } from './problem';

/**
 * Events take some tenths of a second through relay and consumer. A caller that learned of an object from one service
 * and reads it from another at once waits for it here instead of getting a 404.
 */
export interface FreshReads {
  /** Calls `find` again while the object may be on its way. Returns undefined when it has not come in time. */
  read<T>(o: FreshRead<T>): Promise<T | undefined>;
}

export interface FreshRead<T> {
  readonly find: () => Promise<T | undefined>;
  /** Whether the object may be on its way. Called when the first `find` returns nothing; false means no wait. */
  readonly isExpected: () => boolean | Promise<boolean>;
  /** The waiting caller: each may wait in a few reads at a time. */
  readonly caller: number | string;
}

/** Between two looks: an event on an idle system takes 50 ms, one on a busy system some hundred. In all 950 ms. */
const pausesMs = [50, 50, 100, 150, 200, 200, 200];

/** A caller that asks for made-up ids holds at most so many requests; further ones are answered at once. */
const waitsPerCallerMax = 8;

/** Seven looks a second each, so 700 statements a second at the worst. */
const waitsMax = 100;

export const createFreshReads = (): FreshReads => {
  const waitsOf = new Map<number | string, number>();
  let waits = 0;
  const change = (caller: number | string, by: 1 | -1): void => {
    waits += by;
    const count = (waitsOf.get(caller) ?? 0) + by;
    if (count === 0) waitsOf.delete(caller);
    else waitsOf.set(caller, count);
  };
  const hasRoom = (caller: number | string): boolean =>
    waits < waitsMax && (waitsOf.get(caller) ?? 0) < waitsPerCallerMax;

  return {
    read: async ({ find, isExpected, caller }) => {
      const found = await find();
      if (found !== undefined || !(await isExpected()) || !hasRoom(caller)) return found;
      change(caller, 1);
      try {
        return await lookAgain(find);
      } finally {
        change(caller, -1);
      }
    },
  };
};

const lookAgain = async <T>(find: () => Promise<T | undefined>): Promise<T | undefined> => {
  for (const ms of pausesMs) {
    await pause(ms);
    const found = await find();
    if (found !== undefined) return found;
  }
  return undefined;
};

/** As `read`; refuses an object that has not come, and its hints say whether to retry. */
export const readOrRefuse = async <T>(
  reads: FreshReads,
  {
    refusal,
    ...wanted
  }: FreshRead<T> & { readonly refusal: (hints: RefusalHints) => ProblemError | Promise<ProblemError> },
): Promise<T> => {
  let hints: RefusalHints = {};
  const isExpected = async (): Promise<boolean> => {
    const mayCome = await wanted.isExpected();
    if (mayCome) hints = comeAgain;
    return mayCome;
  };
  const found = await reads.read({ ...wanted, isExpected });
  if (found === undefined) throw await refusal(hints);
  return found;
};

export type RefusalHints = Partial<typeof comeAgain>;

/** Further members of a refusal when the object may be on its way. */
export const comeAgain = { headers: { 'Retry-After': '1' }, extra: { retryable: true } } as const;

/** Whether an id (`ch_` and a ULID) was made within the last so many ms. An id from the future was made up. */
export const isYoung = (id: string, youngForMs: number, nowMs = Date.now()): boolean => {
  const ulid = id.slice(id.indexOf('_') + 1);
  if (!isValid(ulid)) return false;
  const ageMs = nowMs - decodeTime(ulid);
  return ageMs > -clockSkewMs && ageMs < youngForMs;
};

/** Allowed difference between the clocks of two machines. */
const clockSkewMs = 5_000;
