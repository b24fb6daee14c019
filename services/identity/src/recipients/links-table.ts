import { type Tx } from '@repasse/chassis/postgres/database';
import { type StoredRecipient } from './table';

/** A user and the merchant's reference for them; null keeps the reference that there is. */
export type Link = Pick<StoredRecipient, 'userId' | 'externalReference'>;

/** One statement, in which each user stands once. */
export const linkRecipients = async (
  tx: Tx,
  merchantUserId: number,
  links: readonly Link[],
  at: string,
): Promise<void> => {
  if (links.length === 0) return;
  await tx.query(
    `insert into merchant_recipients (merchant_user_id, user_id, external_reference, created_at)
     select $1, user_id, external_reference, $3
     from json_to_recordset($2) as (user_id bigint, external_reference text)
     on conflict (merchant_user_id, user_id) do update
       set external_reference = coalesce(excluded.external_reference, merchant_recipients.external_reference)`,
    [
      merchantUserId,
      JSON.stringify(
        links.map(({ userId, externalReference }) => ({ user_id: userId, external_reference: externalReference })),
      ),
      at,
    ],
  );
};
