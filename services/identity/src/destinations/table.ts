import { type Tx } from '@repasse/chassis/postgres/database';
import { type Destination, type WholeDestination } from './destination';

const columns = `destination_id as "destinationId", user_id as "userId", kind, rail, label, is_default as "isDefault",
  usable_at as "usableAt", confirmed_at as "confirmedAt", removed_at as "removedAt", created_at as "createdAt"`;
const selectWhole = `select ${columns}, target, holder from destinations join destination_data using (destination_id)`;

/** Those that are used, oldest first: there are at most ten. */
export const listDestinations = (tx: Tx, userId: number): Promise<WholeDestination[]> =>
  tx.query<WholeDestination>(
    `${selectWhole} where user_id = $1 and removed_at is null order by created_at, destination_id`,
    [userId],
  );

/** Removed ones too. */
export const findDestination = async (tx: Tx, destinationId: string): Promise<WholeDestination | undefined> =>
  (await tx.query<WholeDestination>(`${selectWhole} where destination_id = $1`, [destinationId]))[0];

export const insertDestination = async (tx: Tx, made: WholeDestination, clientId: string): Promise<void> => {
  const { destinationId, userId, kind, rail, label, isDefault, usableAt, createdAt, holder } = made;
  await tx.query(
    `insert into destinations (destination_id, user_id, kind, rail, label, is_default, usable_at, added_by_client,
       created_at, is_own_document)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [destinationId, userId, kind, rail, label, isDefault, usableAt, clientId, createdAt, holder === null],
  );
  await tx.query('insert into destination_data (destination_id, target, holder) values ($1, $2, $3)', [
    destinationId,
    JSON.stringify(made.target),
    holder === null ? null : JSON.stringify(holder),
  ]);
};

export const makeDefault = async (tx: Tx, { userId, destinationId }: Destination): Promise<void> => {
  await tx.query('update destinations set is_default = false where user_id = $1 and is_default', [userId]);
  await tx.query('update destinations set is_default = true where destination_id = $1', [destinationId]);
};

export const confirmDestination = async (tx: Tx, destinationId: string, at: string): Promise<void> => {
  await tx.query('update destinations set confirmed_at = $2 where destination_id = $1', [destinationId, at]);
};

export const removeDestination = async (tx: Tx, destinationId: string, at: string): Promise<void> => {
  await tx.query('update destinations set removed_at = $2, is_default = false where destination_id = $1', [
    destinationId,
    at,
  ]);
};

/** Of a recipient who is erased: only the masked labels stay. */
export const eraseDestinations = async (tx: Tx, userId: number, at: string): Promise<void> => {
  await tx.query(
    `with gone as (
       update destinations set removed_at = coalesce(removed_at, $2), is_default = false where user_id = $1
       returning destination_id
     )
     delete from destination_data where destination_id in (select destination_id from gone)`,
    [userId, at],
  );
};
