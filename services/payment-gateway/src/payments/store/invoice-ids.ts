import { type Database, type Tx } from '@repasse/chassis/postgres/database';

/** The numbers merchants quote to support: each is given out once. */
export type InvoiceIds = ReturnType<typeof createInvoiceIds>;

/**
 * Numbers are taken from the sequence in blocks, so that a request does not wait for its own. Numbers that a process
 * leaves unused do no harm; with several processes numbers are not in the order of time anyway.
 */
const blockSize = 50;

export const createInvoiceIds = (db: Database) => {
  const free: number[] = [];
  let fetching: Promise<unknown> | undefined;
  const fetchBlock = async (): Promise<void> => {
    free.push(...(await fetch(db, blockSize)));
  };
  return {
    next: async (): Promise<number> => {
      for (;;) {
        const id = free.shift();
        if (id !== undefined) return id;
        // Concurrent callers wait for the same block, and for another when it was not enough for all.
        fetching ??= fetchBlock().finally(() => (fetching = undefined));
        await fetching;
      }
    },
    /** In a caller's transaction. */
    take: async (tx: Tx, count: number): Promise<readonly number[]> => {
      const held = free.splice(0, count);
      return held.length === count ? held : [...held, ...(await fetch(tx, count - held.length))];
    },
  };
};

const fetch = async (db: Tx, count: number): Promise<readonly number[]> => {
  const rows = await db.query<{ id: number }>(`select nextval('invoice_ids') as id from generate_series(1, $1)`, [
    count,
  ]);
  return rows.map(({ id }) => id);
};
