import { type Tx } from '@repasse/chassis/postgres/database';

/** Whether everything before the moment is closed: no entry can be dated before it any more. */
const isClosedUntil = async (tx: Tx, moment: string): Promise<boolean> => {
  const [row] = await tx.query<{ is_closed: boolean }>('select booked_until >= $1 as is_closed from ledger_clock', [
    moment,
  ]);
  return row?.is_closed ?? false;
};

/**
 * Closes everything before a moment that has passed. It waits for the bookings under way, which may be dated before it;
 * later ones are not, even by a process whose clock is behind.
 */
export const closeUntil = async (db: Tx, moment: string): Promise<void> => {
  if (await isClosedUntil(db, moment)) return;
  await db.query('select close_books($1)', [moment]);
};
