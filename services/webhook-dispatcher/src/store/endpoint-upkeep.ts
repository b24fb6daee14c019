import { type Tx } from '@repasse/chassis/postgres/database';
import { type DisabledEndpoint } from '../domain/announcements/endpoints';
import { type EndpointRow } from './endpoints';

export type DisableRequest = {
  readonly endpointId: string;
  readonly userId: number;
  readonly now: string;
} & ({ readonly reason: 'GONE' } | { readonly reason: 'FAILING'; readonly failingBefore: string });

/**
 * Switches an endpoint off, and pauses its open deliveries. Undefined where it is off already, or has not failed for so
 * long. The feed is locked first, as by writers of the feed, which lock endpoints after it.
 */
export const disableEndpoint = async (tx: Tx, request: DisableRequest): Promise<DisabledEndpoint | undefined> => {
  await tx.query('select from event_feeds where user_id = $1 for update', [request.userId]);
  const [row] = await tx.query<EndpointRow>(
    `update webhook_endpoints set is_enabled = false, disabled_reason = $2, updated_at = $3
     where endpoint_id = $1 and is_enabled and ($4::timestamptz is null or failing_since <= $4)
     returning *`,
    [request.endpointId, request.reason, request.now, request.reason === 'FAILING' ? request.failingBefore : null],
  );
  if (row === undefined) return undefined;
  await pauseDeliveries(tx, request.endpointId);
  return {
    endpointId: row.endpoint_id,
    userId: row.user_id,
    url: row.url,
    description: row.description,
    reason: request.reason,
    failingSince: row.failing_since,
  };
};

/** Locked in the order of their ids, as by the recording of attempts: neither waits for the other in a circle. */
const isPendingOfEndpoint = `delivery_id in (
  select delivery_id from deliveries where endpoint_id = $1 and status = 'PENDING' order by delivery_id for update
)`;

/** Stops further tries until the endpoint is switched on. Tries under way end by themselves. */
export const pauseDeliveries = async (tx: Tx, endpointId: string): Promise<void> => {
  await tx.query(`update deliveries set next_attempt_at = null where ${isPendingOfEndpoint}`, [endpointId]);
};

/**
 * Sends pending deliveries to the endpoint's current URL: at once, or, where the endpoint is ordered, one after the
 * other.
 */
export const resumeDeliveries = async (
  tx: Tx,
  endpoint: {
    readonly endpointId: string;
    readonly url: string;
    readonly receiver: string;
    readonly isOrdered: boolean;
    readonly hasSlowRetries: boolean;
  },
  now: string,
): Promise<void> => {
  await tx.query(
    `update deliveries set url = $2, receiver = $3, has_slow_retries = $6,
       next_attempt_at = case when $4 then null else coalesce(next_attempt_at, $5::timestamptz) end
     where ${isPendingOfEndpoint}`,
    [endpoint.endpointId, endpoint.url, endpoint.receiver, endpoint.isOrdered, now, endpoint.hasSlowRetries],
  );
  if (endpoint.isOrdered) await tx.query('select release_next($1)', [endpoint.endpointId]);
};
