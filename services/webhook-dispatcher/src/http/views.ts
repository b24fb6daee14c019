import { type ApiRequest } from '@repasse/chassis/http/operation';
import { type AttemptRow } from '../store/delivery-log';
import { type DeliveryRow } from '../store/deliveries';
import { type SigningSecret } from '../store/signing-secrets';

/** The merchant who asks. Every operation here needs a token, so one without a principal is a mistake in the code. */
export const ownerOf = (request: Pick<ApiRequest, 'principal'>): number => {
  if (request.principal === undefined)
    throw new Error('An operation of the webhook dispatcher was reached without a token.');
  return request.principal.userId;
};

export const secretView = ([current, previous]: readonly [SigningSecret, ...SigningSecret[]]) => ({
  secret: current.secret,
  createdAt: current.createdAt,
  previousSecretExpiresAt: previous?.expiresAt ?? null,
});

export const deliveryView = (row: DeliveryRow) => ({
  id: row.delivery_id,
  webhookId: row.webhook_id,
  chargeId: row.charge_id,
  eventType: row.event_type,
  url: row.url,
  status: row.status,
  attempts: row.attempts,
  nextAttemptAt: row.next_attempt_at,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export const attemptView = (row: AttemptRow) => ({
  attemptNumber: row.attempt_number,
  trigger: row.trigger,
  startedAt: row.started_at,
  durationMs: row.duration_ms,
  responseStatus: row.response_status,
  responseBody: row.response_body,
  failure: row.failure,
});
