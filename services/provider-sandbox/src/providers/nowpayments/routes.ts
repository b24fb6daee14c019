import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { type Request, type Router } from 'express';
import { type ProviderAnswer } from '../answer';
import { apiRouter } from '../api';
import { bearerOf } from '../request';
import { createPayment, getPayment, listPayments } from './payment-endpoints';
import { getCurrencies, getEstimate, getMinAmount } from './show-coins';
import { failed, type NowPayments } from './nowpayments';
import { createPayout, getPayout, signIn, validateAddress } from './payouts/payout-endpoints';
import { verifyPayout } from './payouts/change-payout';

/** Refuses callers without x-api-key. */
const keyless = ({ apiKey }: NowPayments, request: Request): ProviderAnswer | undefined => {
  const given = request.get('x-api-key') ?? '';
  if (given === '') return missingToken();
  return isSameSecret(given, apiKey) ? undefined : failed(403, 'INVALID_API_KEY', 'Invalid api key');
};

const api = {
  name: 'crypto',
  /** Far more than a payment or a batch of payouts needs. */
  bodyLimitBytes: 65_536,
  unavailable: () => failed(503, 'SERVICE_UNAVAILABLE', 'Service is temporarily unavailable'),
  refusal: keyless,
  notFound: () => failed(404, 'NOT_FOUND', 'Endpoint not found'),
  fault: (status: number) =>
    status >= 500
      ? failed(status, 'INTERNAL_ERROR', 'Internal server error')
      : failed(status, 'INVALID_REQUEST_PARAMS', 'The request could not be read'),
} as const;

/** NOWPayments' API v1. */
export const nowPaymentsRoutes = (nowPayments: NowPayments): Router =>
  apiRouter(nowPayments, api, (router, guard) => {
    router.get('/v1/currencies', guard(getCurrencies));
    router.get('/v1/min-amount', guard(getMinAmount));
    router.get('/v1/estimate', guard(getEstimate));
    router.post('/v1/payment', guard(createPayment));
    router.get('/v1/payment', guard(listPayments));
    router.get('/v1/payment/:paymentId', guard(getPayment));
    router.post('/v1/auth', guard(signIn, open));
    router.post('/v1/payout/validate-address', guard(validateAddress));
    router.post('/v1/payout', guard(createPayout, signedOut));
    router.post('/v1/payout/:batchId/verify', guard(verifyPayout, signedOut));
    router.get('/v1/payout/:payoutId', guard(getPayout));
  });

/** Anyone may sign in. */
const open = (): undefined => undefined;

/** Refuses callers without x-api-key, and those without a recent sign-in. */
const signedOut = async (nowPayments: NowPayments, request: Request): Promise<ProviderAnswer | undefined> => {
  const refusal = keyless(nowPayments, request);
  if (refusal !== undefined) return refusal;
  const token = bearerOf(request);
  if (token === undefined) return missingToken();
  const claims = await nowPayments.account?.tokens.claimsOf(token);
  return claims === undefined ? failed(401, 'INVALID_TOKEN', 'Invalid token') : undefined;
};

/** A missing key has the same answer as a missing token. */
const missingToken = (): ProviderAnswer =>
  failed(401, 'AUTH_REQUIRED', 'Authorization header is empty (Bearer JWTtoken is required)');
