import { type Tx } from '@repasse/chassis/postgres/database';
import { type DisabledReason } from '../domain/endpoint';

export interface EndpointRow {
  readonly endpoint_id: string;
  readonly user_id: number;
  readonly url: string;
  readonly description: string;
  readonly event_types: readonly string[];
  readonly is_ordered: boolean;
  readonly has_slow_retries: boolean;
  readonly is_enabled: boolean;
  readonly disabled_reason: DisabledReason | null;
  readonly failing_since: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export type NewEndpoint = Pick<
  EndpointRow,
  'endpoint_id' | 'user_id' | 'url' | 'description' | 'event_types' | 'is_ordered' | 'has_slow_retries'
>;

/** Undefined where the user has as many as one may have. A repeat finds the endpoint that was made before. */
export const insertEndpoint = async (
  tx: Tx,
  endpoint: NewEndpoint,
  { now, perUserMax }: { readonly now: string; readonly perUserMax: number },
): Promise<EndpointRow | undefined> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`webhook-endpoints:${endpoint.user_id}`]);
  await tx.query(
    `insert into webhook_endpoints (
       endpoint_id, user_id, url, description, event_types, is_ordered, has_slow_retries, created_at, updated_at
     )
     select $1, $2::bigint, $3, $4, $5::text[], $6::boolean, $7::boolean, $8::timestamptz, $8
     where (select count(*) from webhook_endpoints where user_id = $2) < $9
     on conflict do nothing`,
    [
      endpoint.endpoint_id,
      endpoint.user_id,
      endpoint.url,
      endpoint.description,
      endpoint.event_types,
      endpoint.is_ordered,
      endpoint.has_slow_retries,
      now,
      perUserMax,
    ],
  );
  return findEndpoint(tx, endpoint.endpoint_id, endpoint.user_id);
};

/** Oldest first: there are few. */
export const listEndpoints = (tx: Tx, userId: number): Promise<EndpointRow[]> =>
  tx.query<EndpointRow>('select * from webhook_endpoints where user_id = $1 order by endpoint_id', [userId]);

export const findEndpoint = async (tx: Tx, endpointId: string, userId: number): Promise<EndpointRow | undefined> => {
  const [row] = await tx.query<EndpointRow>('select * from webhook_endpoints where endpoint_id = $1 and user_id = $2', [
    endpointId,
    userId,
  ]);
  return row;
};

export interface EndpointChange {
  readonly url: string | null;
  readonly description: string | null;
  readonly event_types: readonly string[] | null;
  readonly is_ordered: boolean | null;
  readonly has_slow_retries: boolean | null;
  readonly is_enabled: boolean | null;
}

/** Null leaves a column as it is. Switched on again, an endpoint begins without a history of failures. */
export const updateEndpoint = async (
  tx: Tx,
  { endpoint_id, user_id }: Pick<EndpointRow, 'endpoint_id' | 'user_id'>,
  change: EndpointChange,
  now: string,
): Promise<EndpointRow | undefined> => {
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints e
     set url = coalesce($3, e.url), description = coalesce($4, e.description),
         event_types = coalesce($5::text[], e.event_types), is_ordered = coalesce($6::boolean, e.is_ordered),
         is_enabled = coalesce($7::boolean, e.is_enabled),
         disabled_reason = case
           when coalesce($7, e.is_enabled) then null when e.is_enabled then 'MERCHANT' else e.disabled_reason
         end,
         failing_since = case when $7 and not e.is_enabled then null else e.failing_since end,
         has_slow_retries = coalesce($9::boolean, e.has_slow_retries), updated_at = $8
     where endpoint_id = $1 and user_id = $2
     returning *`,
    [
      endpoint_id,
      user_id,
      change.url,
      change.description,
      change.event_types,
      change.is_ordered,
      change.is_enabled,
      now,
      change.has_slow_retries,
    ],
  );
  return row;
};

export const deleteEndpoint = async (tx: Tx, endpointId: string, userId: number): Promise<boolean> => {
  const deleted = await tx.query(
    'delete from webhook_endpoints where endpoint_id = $1 and user_id = $2 returning 1 as one',
    [endpointId, userId],
  );
  return deleted.length > 0;
};
