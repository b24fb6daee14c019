import { type Tx } from '@repasse/chassis/postgres/database';
import { type AttemptAnswer } from '../domain/delivery';

export interface SentMessage {
  readonly webhook_id: string;
  readonly event_type: string;
  readonly body: string;
  /** The last try at the endpoint; null when there was none yet. */
  readonly original: Omit<AttemptAnswer, 'startedAt'> | null;
}

/** The messages that an endpoint was sent last, newest first. */
export const latestSent = (tx: Tx, endpointId: string, limit: number): Promise<SentMessage[]> =>
  tx.query<SentMessage>(
    `select e.webhook_id, e.event_type, e.body, a.original
     from (
       select * from deliveries where endpoint_id = $1 order by created_at desc, sequence desc limit $2
     ) d
     join webhook_events e on e.webhook_id = d.webhook_id
     left join lateral (
       select json_build_object(
         'durationMs', t.duration_ms, 'responseStatus', t.response_status, 'responseBody', t.response_body,
         'failure', t.failure
       ) as original
       from delivery_attempts t where t.delivery_id = d.delivery_id order by t.attempt_number desc limit 1
     ) a on true
     order by d.sequence desc`,
    [endpointId, limit],
  );
