import { type Request, type RequestHandler } from 'express';
import { type ProviderAnswer } from '../answer';
import { guardOf } from '../api';
import { bearerOf } from '../request';
import { isSame } from '../secret';
import { type Revolut, type RevolutEndpoint } from './revolut';

const statuses = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  order_invalid_state: 422,
  unprocessable: 422,
  internal_error: 500,
  service_unavailable: 503,
} as const;

type RevolutErrorCode = keyof typeof statuses;

/** Revolut's errors carry their time in milliseconds. */
export const revolutError = (code: RevolutErrorCode, message: string, now: Date): ProviderAnswer => ({
  status: statuses[code],
  body: { code, message, timestamp: now.getTime() },
});

const versions = ['2023-09-01', '2024-05-01', '2024-09-01', '2025-10-16', '2025-12-04', '2026-03-12', '2026-04-20'];
/** Before this one webhooks were elsewhere. */
const webhooksSince = '2024-09-01';

/** Endpoints behind the secret key and the version header, subject to chaos. */
export const guarded = (revolut: Revolut): ((endpoint: RevolutEndpoint) => RequestHandler) => {
  const guard = guardOf(revolut, 'international', () =>
    revolutError('service_unavailable', 'Service is temporarily unavailable', revolut.clock.now()),
  );
  return (endpoint) => guard(endpoint, (request) => refusal(revolut, request));
};

const refusal = ({ secretKey, clock }: Revolut, request: Request): ProviderAnswer | undefined => {
  const key = bearerOf(request);
  if (key === undefined || !isSame(key, secretKey))
    return revolutError('unauthenticated', 'Authentication credentials are missing or not valid', clock.now());
  const version = request.get('Revolut-Api-Version');
  if (version === undefined || !versions.includes(version))
    return revolutError('bad_request', `'Revolut-Api-Version' is missing or not supported`, clock.now());
  const isWebhooks = request.path.startsWith('/webhooks');
  return isWebhooks && version < webhooksSince ? notFound(clock.now()) : undefined;
};

export const notFound = (now: Date): ProviderAnswer =>
  revolutError('not_found', 'Requested resource is not found', now);
