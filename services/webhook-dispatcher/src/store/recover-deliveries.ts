import { type Tx } from '@repasse/chassis/postgres/database';

export type RecoverRequest = {
  readonly endpointId: string;
  readonly from: string;
  readonly to: string;
  readonly now: string;
  readonly limit: number;
};

/**
 * Plans what failed for good in a window anew, the oldest first, with a schedule of its own. Returns how many there were:
 * as many as the limit when there may be more. An ordered endpoint gets them one after the other.
 */
export const recoverDeliveries = async (tx: Tx, request: RecoverRequest): Promise<number> => {
  const recovered = await tx.query(
    `with failed as (
       select delivery_id from deliveries
       where endpoint_id = $1 and status = 'EXHAUSTED' and created_at >= $2 and created_at < $3
       order by delivery_id limit $5 for update
     )
     update deliveries d
     set status = 'PENDING', attempts_in_round = 0, updated_at = $4,
         next_attempt_at = case when d.receiver = d.endpoint_id then null else $4::timestamptz end
     from failed where d.delivery_id = failed.delivery_id
     returning 1 as one`,
    [request.endpointId, request.from, request.to, request.now, request.limit],
  );
  await tx.query('select release_next($1)', [request.endpointId]);
  return recovered.length;
};
