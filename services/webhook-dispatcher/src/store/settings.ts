import { type Tx } from '@repasse/chassis/postgres/database';
import { type ChargeUrlSetting } from './feeds';

export type ChargeUrlSettings = Omit<ChargeUrlSetting, 'user_id'>;

/** The merchant's settings for the webhookUrls of its charges; undefined before they are set. */
export const readSettings = async (tx: Tx, userId: number): Promise<ChargeUrlSettings | undefined> => {
  const [row] = await tx.query<ChargeUrlSettings>(
    'select charge_url_event_types, has_charge_url_slow_retries from webhook_settings where user_id = $1',
    [userId],
  );
  return row;
};

export const writeSettings = async (tx: Tx, userId: number, settings: ChargeUrlSettings): Promise<void> => {
  await tx.query(
    `insert into webhook_settings (user_id, charge_url_event_types, has_charge_url_slow_retries) values ($1, $2, $3)
     on conflict (user_id) do update set
       charge_url_event_types = excluded.charge_url_event_types,
       has_charge_url_slow_retries = excluded.has_charge_url_slow_retries`,
    [userId, settings.charge_url_event_types, settings.has_charge_url_slow_retries],
  );
};
