import { type Tx } from '@repasse/chassis/postgres/database';
import { eraseDestinations } from '../../destinations/table';
import { deleteDocuments } from '../documents/table';

/** Deletes all data but name and document, which retention.yaml ends. The user's own name goes too. */
export const eraseKept = async (tx: Tx, userId: number, at: string): Promise<void> => {
  await tx.query(
    `update recipient_data set trade_name = null, telephone = null, address = null, birth_date = null,
       representative = null, activity = null, searched_name = '', updated_at = $2, erased_at = $2
     where user_id = $1`,
    [userId, at],
  );
  await tx.query(`update users set name = 'User ' || id, updated_at = $2 where id = $1`, [userId, at]);
  await deleteDocuments(tx, userId);
  await eraseDestinations(tx, userId, at);
};
