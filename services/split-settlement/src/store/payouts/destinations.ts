import { type Tx } from '@repasse/chassis/postgres/database';

/** Whether the user has this destination and has not removed it. */
export const isDestinationOf = async (tx: Tx, userId: number, destinationId: string): Promise<boolean> => {
  const found = await tx.query(
    'select from payout_destinations where destination_id = $1 and user_id = $2 and removed_at is null',
    [destinationId, userId],
  );
  return found.length > 0;
};
