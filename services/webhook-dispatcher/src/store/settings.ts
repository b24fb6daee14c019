import { type Tx } from '@repasse/chassis/postgres/database';

/** The event types that go to the webhookUrls of a merchant's charges; undefined if the merchant has not chosen. */
export const readChargeUrlTypes = async (tx: Tx, userId: number): Promise<readonly string[] | undefined> => {
  const [row] = await tx.query<{ charge_url_event_types: readonly string[] }>(
    'select charge_url_event_types from webhook_settings where user_id = $1',
    [userId],
  );
  return row?.charge_url_event_types;
};

export const writeChargeUrlTypes = async (tx: Tx, userId: number, types: readonly string[]): Promise<void> => {
  await tx.query(
    `insert into webhook_settings (user_id, charge_url_event_types) values ($1, $2)
     on conflict (user_id) do update set charge_url_event_types = excluded.charge_url_event_types`,
    [userId, types],
  );
};
