import { type Request, type RequestHandler } from 'express';
import { type ProviderAnswer } from '../answer';
import { chaotic } from '../chaotic';
import { failed, type NowPayments, type NowPaymentsEndpoint } from './nowpayments';
import { isSame } from './secret';

/** An endpoint behind x-api-key, subject to chaos. */
export const guarded = (nowPayments: NowPayments, endpoint: NowPaymentsEndpoint): RequestHandler =>
  open(nowPayments, async (_, request) => refusal(nowPayments, request) ?? endpoint(nowPayments, request));

/** An endpoint that moves money: behind x-api-key, for whoever has signed in not long ago. */
export const signedIn = (nowPayments: NowPayments, endpoint: NowPaymentsEndpoint): RequestHandler =>
  guarded(nowPayments, async (_, request) => {
    const [scheme, token] = (request.get('authorization') ?? '').split(' ');
    if (scheme !== 'Bearer' || token === undefined) return missingToken();
    if (!(await nowPayments.sessions.isValid(token))) return failed(401, 'INVALID_TOKEN', 'Invalid token');
    return endpoint(nowPayments, request);
  });

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
  if (given === '') return missingToken();
  return isSame(given, apiKey) ? undefined : failed(403, 'INVALID_API_KEY', 'Invalid api key');
};

/** They say the same of a key that is missing. */
const missingToken = (): ProviderAnswer =>
  failed(401, 'AUTH_REQUIRED', 'Authorization header is empty (Bearer JWTtoken is required)');
