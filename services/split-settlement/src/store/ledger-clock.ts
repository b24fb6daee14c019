import { type Clock } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';

/** Tells the books whether they may run ahead of the database's clock: only by a clock that is moved by hand. */
export const tellClock = async (tx: Tx, clock: Clock): Promise<void> => {
  await tx.query('update ledger_clock set is_moved_by_hand = $1 where is_moved_by_hand <> $1', [
    clock.onMove !== undefined,
  ]);
};
