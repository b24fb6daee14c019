import { type Tx } from '@repasse/chassis/postgres/database';
import { type DeliveryStatus } from '../domain/delivery';
import { leaseMs } from './lease-time';

export type DeliveryRow = {
  readonly delivery_id: string;
  readonly webhook_id: string;
  readonly user_id: number;
  readonly charge_id: string;
  readonly event_type: string;
  readonly url: string;
  readonly receiver: string;
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly attempts_in_round: number;
  readonly next_attempt_at: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A message and its delivery, as they are written. */
export type PlannedDelivery = {
  readonly webhook_id: string;
  readonly delivery_id: string;
  readonly user_id: number;
  readonly charge_id: string;
  readonly invoice_id: number;
  readonly event_type: string;
  readonly sequence: number;
  readonly previous_id: string | null;
  readonly body: string;
  readonly url: string;
  readonly receiver: string;
  /** This process sends it as soon as it is committed; nobody needs to look for it. */
  readonly is_leased: boolean;
};

/** A planned delivery has been leased once, or never. */
export const firstLeaseToken = 1;

/**
 * Writes messages and their deliveries, due at once, and returns the ids of those that are new: a second announcement
 * of the same fact writes nothing.
 */
export const insertDeliveries = async (
  tx: Tx,
  planned: readonly PlannedDelivery[],
  now: string,
): Promise<ReadonlySet<string>> => {
  const rows = await tx.query<{ delivery_id: string }>(insertSql, [JSON.stringify(planned), now, leaseMs]);
  return new Set(rows.map(({ delivery_id }) => delivery_id));
};

const insertSql = `
  with planned as (
    select * from jsonb_to_recordset($1::jsonb) as p(
      webhook_id text, delivery_id text, user_id bigint, charge_id text, invoice_id bigint, event_type text,
      sequence integer, previous_id text, body text, url text, receiver text, is_leased boolean
    )
  ), messages as (
    insert into webhook_messages (
      webhook_id, user_id, charge_id, invoice_id, event_type, sequence, previous_id, body, created_at
    )
    select webhook_id, user_id, charge_id, invoice_id, event_type, sequence, previous_id, body, $2 from planned
    on conflict do nothing
    returning webhook_id
  )
  insert into deliveries (
    delivery_id, webhook_id, user_id, charge_id, event_type, url, receiver, status, next_attempt_at,
    lease_token, lease_until, created_at, updated_at
  )
  select
    delivery_id, webhook_id, user_id, charge_id, event_type, url, receiver, 'PENDING', $2::timestamptz,
    case when is_leased then ${firstLeaseToken} else 0 end,
    case when is_leased then clock_timestamp() + $3::integer * interval '1 millisecond' end, $2, $2
  from planned join messages using (webhook_id)
  returning delivery_id`;
