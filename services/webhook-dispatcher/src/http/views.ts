import { type AttemptRow, type DeliveryRow } from '../store/delivery-log';
import { type EndpointRow } from '../store/endpoints';
import { type SigningSecret } from '../store/signing-secrets';

export const secretView = ([current, previous]: readonly [SigningSecret, ...SigningSecret[]]) => ({
  secret: current.secret,
  createdAt: current.createdAt,
  previousSecretExpiresAt: previous?.expiresAt ?? null,
});

export const endpointView = (row: EndpointRow) => ({
  id: row.endpoint_id,
  url: row.url,
  eventTypes: row.event_types,
  description: row.description,
  isOrdered: row.is_ordered,
  hasSlowRetries: row.has_slow_retries,
  isEnabled: row.is_enabled,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const deliveryView = (row: DeliveryRow) => ({
  id: row.delivery_id,
  eventId: row.webhook_id,
  endpointId: row.endpoint_id,
  chargeId: row.charge_id,
  eventType: row.event_type,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const attemptView = (row: AttemptRow, webhookId: string) => ({
  attemptNumber: row.attempt_number,
  trigger: row.trigger,
  request: {
    method: 'POST',
    url: row.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(Date.parse(row.started_at) / 1_000)),
    },
  },
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  responseStatus: row.response_status,
  responseBody: row.response_body,
  failure: row.failure,
});

interface Tried {
  readonly durationMs: number;
  readonly responseStatus: number | null;
  readonly responseBody: string | null;
  readonly failure: string | null;
}

/** How one request went, where it is no delivery of the log. */
export const tryView = ({ durationMs, responseStatus, responseBody, failure }: Tried) => ({
  isDelivered: failure === null,
  responseStatus,
  responseBody,
  failure,
  durationMs,
});
