import { type Tx } from '@repasse/chassis/postgres/database';

export interface RecoverRequest {
  readonly userId: number;
  /** Null for all webhookUrls of the merchant's charges. */
  readonly endpoint: { readonly endpointId: string; readonly isOrdered: boolean; readonly isEnabled: boolean } | null;
  readonly from: string;
  readonly to: string;
  readonly now: string;
  readonly limit: number;
}

/**
 * Plans deliveries of a window anew, the oldest first, with a schedule of their own: those that failed for good, and
 * those whose next try is still to come. Returns how many there were: as many as the limit when there may be more. An
 * ordered endpoint gets them one after the other, and one that is off when it is switched on.
 */
export const recoverDeliveries = async (tx: Tx, request: RecoverRequest): Promise<number> => {
  const { userId, endpoint, from, to, now, limit } = request;
  const isSentAtOnce = endpoint === null || (endpoint.isEnabled && !endpoint.isOrdered);
  const recovered = await tx.query(
    `with failed as (
       (${inWindow} and status = 'EXHAUSTED' order by created_at, delivery_id limit $6)
       union all
       (${inWindow} and status = 'PENDING' and next_attempt_at > $5 order by created_at, delivery_id limit $6)
     ), locked as (
       select delivery_id from deliveries
       where delivery_id in (select delivery_id from failed)
         and (status = 'EXHAUSTED' or (status = 'PENDING' and next_attempt_at > $5))
         and (lease_until is null or lease_until <= clock_timestamp())
       order by delivery_id limit $6 for update
     )
     update deliveries d
     set status = 'PENDING', attempts_in_round = 0, updated_at = $5,
         next_attempt_at = case when $7 then $5::timestamptz end
     from locked where d.delivery_id = locked.delivery_id
     returning 1 as one`,
    [userId, endpoint?.endpointId ?? null, from, to, now, limit, isSentAtOnce],
  );
  if (endpoint !== null) await tx.query('select release_next($1)', [endpoint.endpointId]);
  return recovered.length;
};

const inWindow = `select delivery_id from deliveries
  where user_id = $1 and endpoint_id is not distinct from $2 and created_at >= $3 and created_at < $4`;
