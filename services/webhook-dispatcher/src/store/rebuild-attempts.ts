import { type EventOfType } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';

export type LostAttempt = EventOfType<
  'repasse.webhook.delivered.v1' | 'repasse.webhook.attempt_failed.v1' | 'repasse.webhook.exhausted.v1'
>;

/**
 * Writes tries that a restored database lacks into the deliveries that it has, and returns these. Only later tries count;
 * their log has no answer of the receiver, which no event tells.
 */
export const rebuildAttempts = async (tx: Tx, events: readonly LostAttempt[]): Promise<ReadonlySet<string>> => {
  const known = await tx.query<{ id: string }>(rebuildSql, [JSON.stringify(events.map(rowOf))]);
  const endpoints = await tx.query<{ id: string }>(endpointsSql, [known.map(({ id }) => id)]);
  for (const { id } of endpoints) await tx.query('select release_next($1)', [id]);
  return new Set(known.map(({ id }) => id));
};

const statusOf = ({ type }: LostAttempt): string => {
  switch (type) {
    case 'repasse.webhook.delivered.v1':
      return 'DELIVERED';
    case 'repasse.webhook.attempt_failed.v1':
      return 'PENDING';
    case 'repasse.webhook.exhausted.v1':
      return 'EXHAUSTED';
    default:
      return type satisfies never;
  }
};

const rowOf = (event: LostAttempt): object => {
  const { deliveryId, attemptNumber, trigger, responseStatus, failure, durationMs, nextAttemptAt } = event.data;
  return {
    delivery_id: deliveryId,
    status: statusOf(event),
    attempt_number: attemptNumber,
    trigger,
    response_status: responseStatus,
    failure,
    duration_ms: durationMs,
    next_attempt_at: nextAttemptAt,
    ended_at: event.data.occurredAt,
  };
};

// The last try of each delivery says how it stands; all of them are in its log.
const rebuildSql = `
  with lost as materialized (
    select l.*, d.url, l.attempt_number - d.attempts as further
    from json_to_recordset($1) as l(
      delivery_id text, status text, attempt_number integer, trigger text, response_status integer, failure text,
      duration_ms integer, next_attempt_at timestamptz, ended_at timestamptz
    )
    join deliveries d using (delivery_id)
  ), logged as (
    insert into delivery_attempts (
      delivery_id, attempt_number, trigger, url, started_at, duration_ms, response_status, response_body, failure
    )
    select
      l.delivery_id, l.attempt_number, l.trigger, l.url, l.ended_at - l.duration_ms * interval '1 millisecond',
      l.duration_ms, l.response_status, null, l.failure
    from lost l
    where l.further > 0
    on conflict do nothing
  ), last as (
    select distinct on (l.delivery_id) l.* from lost l where l.further > 0 order by l.delivery_id, l.attempt_number desc
  ), changed as (
    update deliveries d
    set status = l.status, attempts = l.attempt_number, attempts_in_round = d.attempts_in_round + l.further,
        next_attempt_at = l.next_attempt_at, lease_until = null, updated_at = l.ended_at
    from last l where d.delivery_id = l.delivery_id
  )
  select distinct delivery_id as id from lost`;

const endpointsSql = `
  select distinct e.endpoint_id as id
  from webhook_endpoints e join deliveries d on d.endpoint_id = e.endpoint_id
  where d.delivery_id = any ($1) and e.is_ordered`;
