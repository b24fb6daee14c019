import { type Tx } from '@repasse/chassis/postgres/database';
import { type EndpointRow } from './endpoints';

export interface Window {
  readonly from: string;
  readonly to: string;
}

/** A message that an endpoint was never sent. */
export interface Unannounced {
  readonly webhook_id: string;
  readonly charge_id: string | null;
  readonly event_type: string;
  readonly sequence: number;
}

/** Locks the endpoint: nothing is planned for it meanwhile. Undefined when there is none. */
export const lockEndpoint = async (tx: Tx, endpointId: string): Promise<EndpointRow | undefined> => {
  const [row] = await tx.query<EndpointRow>('select * from webhook_endpoints where endpoint_id = $1 for update', [
    endpointId,
  ]);
  return row;
};

/** Messages of a window of the endpoint's owner for which it has no delivery, oldest first. */
export const unannouncedMessages = (
  tx: Tx,
  { endpoint_id, user_id }: EndpointRow,
  { from, to }: Window,
  limit: number,
): Promise<Unannounced[]> =>
  tx.query<Unannounced>(
    `select w.webhook_id, w.charge_id, w.event_type, w.sequence from webhook_events w
     where w.user_id = $1 and w.created_at >= $2 and w.created_at < $3
       and not exists (select from deliveries d where d.webhook_id = w.webhook_id and d.endpoint_id = $4)
     order by w.sequence limit $5`,
    [user_id, from, to, endpoint_id, limit],
  );

export interface PlannedAgain extends Unannounced {
  readonly delivery_id: string;
  readonly receiver: string;
}

/** Plans them: at once, or one after the other for an ordered endpoint, or for when it is switched on. */
export const planDeliveries = async (
  tx: Tx,
  { endpoint_id, user_id, url, has_slow_retries, is_ordered, is_enabled }: EndpointRow,
  planned: readonly PlannedAgain[],
  now: string,
): Promise<void> => {
  await tx.query(
    `insert into deliveries (
       delivery_id, webhook_id, user_id, endpoint_id, charge_id, event_type, sequence, url, receiver, has_slow_retries,
       status, next_attempt_at, created_at, updated_at
     )
     select p.delivery_id, p.webhook_id, $2, $3, p.charge_id, p.event_type, p.sequence, $4, p.receiver, $5,
       'PENDING', case when $6 then $7::timestamptz end, $7, $7
     from json_to_recordset($1) as p(
       delivery_id text, webhook_id text, charge_id text, event_type text, sequence bigint, receiver text)`,
    [JSON.stringify(planned), user_id, endpoint_id, url, has_slow_retries, is_enabled && !is_ordered, now],
  );
  await tx.query('select release_next($1)', [endpoint_id]);
};

/** How many deliveries of the window have failed for good. */
export const countExhausted = async (tx: Tx, endpointId: string, { from, to }: Window): Promise<number> => {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) from deliveries
     where endpoint_id = $1 and created_at >= $2 and created_at < $3 and status = 'EXHAUSTED'`,
    [endpointId, from, to],
  );
  return row?.count ?? 0;
};
