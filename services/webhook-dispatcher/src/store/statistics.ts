import { type Tx } from '@repasse/chassis/postgres/database';

export interface EndpointStatistics {
  readonly pending: number;
  readonly delivered: number;
  readonly exhausted: number;
  readonly attempts: number;
  readonly failed_attempts: number;
  readonly duration_p50_ms: number | null;
  readonly duration_p95_ms: number | null;
  readonly duration_max_ms: number | null;
  readonly last_delivered_at: string | null;
  readonly last_failed_at: string | null;
  readonly last_failure: string | null;
}

/** The outcomes of the deliveries that were planned for an endpoint since a moment. */
export const readStatistics = async (tx: Tx, endpointId: string, since: string): Promise<EndpointStatistics> => {
  const [row] = await tx.query<EndpointStatistics>(
    `with planned as (
       select delivery_id, status from deliveries where endpoint_id = $1 and created_at >= $2
     ), tried as (
       select a.* from planned p join delivery_attempts a on a.delivery_id = p.delivery_id
     )
     select
       (select count(*) from planned where status = 'PENDING') as pending,
       (select count(*) from planned where status = 'DELIVERED') as delivered,
       (select count(*) from planned where status = 'EXHAUSTED') as exhausted,
       (select count(*) from tried) as attempts,
       (select count(*) from tried where failure is not null) as failed_attempts,
       (select percentile_disc(0.5) within group (order by duration_ms) from tried) as duration_p50_ms,
       (select percentile_disc(0.95) within group (order by duration_ms) from tried) as duration_p95_ms,
       (select max(duration_ms) from tried) as duration_max_ms,
       (select max(started_at) from tried where failure is null) as last_delivered_at,
       (select max(started_at) from tried where failure is not null) as last_failed_at,
       (select failure from tried where failure is not null order by started_at desc limit 1) as last_failure`,
    [endpointId, since],
  );
  if (row === undefined) throw new Error('A query of sums returned no row.');
  return row;
};
