import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, type RequestHandler } from 'express';
import { type ProviderAnswer } from '../answer';
import { chaotic } from '../chaotic';
import { failed, type NowPayments, type NowPaymentsEndpoint } from './nowpayments';

/** An endpoint behind x-api-key, subject to chaos. */
export const guarded = (nowPayments: NowPayments, endpoint: NowPaymentsEndpoint): RequestHandler =>
  open(nowPayments, async (_, request) => refusal(nowPayments, request) ?? endpoint(nowPayments, request));

/** An endpoint for everybody. */
export const open = (nowPayments: NowPayments, endpoint: NowPaymentsEndpoint): RequestHandler =>
  chaotic(
    {
      chaos: () => nowPayments.chaos.get().crypto,
      unavailable: () => failed(503, 'SERVICE_UNAVAILABLE', 'Service is temporarily unavailable'),
      stopping: nowPayments.stopping,
    },
    (request) => endpoint(nowPayments, request),
  );

const refusal = ({ apiKey }: NowPayments, request: Request): ProviderAnswer | undefined => {
  const given = request.get('x-api-key') ?? '';
  if (given === '') return failed(401, 'AUTH_REQUIRED', 'Authorization header is empty (Bearer JWTtoken is required)');
  return isSame(given, apiKey) ? undefined : failed(403, 'INVALID_API_KEY', 'Invalid api key');
};

const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
