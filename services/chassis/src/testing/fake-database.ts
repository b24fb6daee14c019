import { type Database, type Tx } from '../postgres/database';

type Answer = (sql: string, params: readonly unknown[]) => readonly object[] | Promise<readonly object[]>;

const refuse = (): never => {
  throw new Error('This database only takes statements.');
};

/** A database without PostgreSQL, for unit tests: the function returns the rows of each statement. */
export const fakeDatabase = (answer: Answer = refuse): Database => {
  const tx: Tx = {
    query: async <R extends object>(sql: string, params: readonly unknown[] = []) => [
      ...((await answer(sql, params)) as readonly R[]),
    ],
  };
  return {
    ...tx,
    url: 'postgres://nowhere',
    name: 'fake',
    transaction: (work) => work(tx),
    listen: refuse,
    holdAdvisoryLock: refuse,
    until: () => ({ ...tx, transaction: (work) => work(tx) }),
    awaitAdvisoryLock: refuse,
    close: () => Promise.resolve(),
  };
};
