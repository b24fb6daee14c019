import { type Tx } from '@repasse/chassis/postgres/database';
import { destinationRemoved } from '../public/destination-events';
import { type UserEvent } from '../public/user-events';

interface Removed {
  readonly destinationId: string;
  readonly userId: number;
  readonly managerUserId: number | null;
}

const others = `destinations d join recipients r on r.user_id = d.user_id
  where not d.is_own_document and d.removed_at is null and coalesce(r.manager_user_id, r.user_id) = $1`;

/**
 * Removes the destinations of other holders among a merchant's recipients, in three statements however many there are.
 * They are removed and not only passed over, so that everybody is told, payouts there end by the way that removed
 * destinations have, and terms that come back later bring no old account with them. The merchant must be locked: none is
 * added meanwhile then (holdTerms).
 */
export const removeOthers = async (tx: Tx, merchantUserId: number, at: string): Promise<readonly UserEvent[]> => {
  const users = await tx.query<{ userId: number }>(`select distinct d.user_id as "userId" from ${others}`, [
    merchantUserId,
  ]);
  if (users.length === 0) return [];
  // Changes of one recipient follow one another, and so do their events.
  await tx.query('select from users where id = any($1) order by id for update', [users.map(({ userId }) => userId)]);
  const removed = await tx.query<Removed>(
    `update destinations set removed_at = $2, is_default = false
     from recipients r
     where r.user_id = destinations.user_id and not is_own_document and removed_at is null
       and coalesce(r.manager_user_id, r.user_id) = $1
     returning destination_id as "destinationId", r.user_id as "userId", r.manager_user_id as "managerUserId"`,
    [merchantUserId, at],
  );
  return removed.map(({ managerUserId, ...destination }) => destinationRemoved(destination, managerUserId, at));
};
