import { type Request, type RequestHandler } from 'express';
import { type ProviderAnswer } from '../answer';
import { guardOf } from '../api';
import { isSame } from '../secret';
import { failed, type NowPayments, type NowPaymentsEndpoint } from './nowpayments';

type Guard = (endpoint: NowPaymentsEndpoint) => RequestHandler;

/** Endpoints subject to chaos: open ones, those behind x-api-key, and those that need a recent sign-in as well. */
export const guards = (nowPayments: NowPayments): { open: Guard; guarded: Guard; signedIn: Guard } => {
  const guard = guardOf(nowPayments, 'crypto', () =>
    failed(503, 'SERVICE_UNAVAILABLE', 'Service is temporarily unavailable'),
  );
  return {
    open: (endpoint) => guard(endpoint),
    guarded: (endpoint) => guard(endpoint, (request) => refusal(nowPayments, request)),
    signedIn: (endpoint) =>
      guard(endpoint, async (request) => refusal(nowPayments, request) ?? notSignedIn(nowPayments, request)),
  };
};

const notSignedIn = async ({ sessions }: NowPayments, request: Request): Promise<ProviderAnswer | undefined> => {
  const [scheme, token] = (request.get('authorization') ?? '').split(' ');
  if (scheme !== 'Bearer' || token === undefined) return missingToken();
  return (await sessions.isValid(token)) ? undefined : failed(401, 'INVALID_TOKEN', 'Invalid token');
};

const refusal = ({ apiKey }: NowPayments, request: Request): ProviderAnswer | undefined => {
  const given = request.get('x-api-key') ?? '';
  if (given === '') return missingToken();
  return isSame(given, apiKey) ? undefined : failed(403, 'INVALID_API_KEY', 'Invalid api key');
};

/** A missing key has the same answer as a missing token. */
const missingToken = (): ProviderAnswer =>
  failed(401, 'AUTH_REQUIRED', 'Authorization header is empty (Bearer JWTtoken is required)');
