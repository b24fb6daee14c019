import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import express, { type Request, type Router } from 'express';
import { type ProviderAnswer } from '../answer';
import { apiRouter } from '../api';
import { bearerOf } from '../request';
import { cancelOrder, createOrder, getOrder, listOrders } from './orders';
import { createWebhook, listWebhooks, updateWebhook } from './webhooks';
import { notFound, type Revolut, revolutError } from './revolut';
import { refund } from './refund';
import { widgetBodyLimitBytes, widgetRoutes } from './widget';

/** The Merchant API under /api, and the payer's page. */
export const revolutRoutes = (revolut: Revolut): Router => {
  const api = {
    name: 'international',
    /** Fifty metadata of 500 characters are the longest an order gets. */
    bodyLimitBytes: 65_536,
    unavailable: () => revolutError('service_unavailable', 'Service is temporarily unavailable', revolut.clock.now()),
    refusal,
    notFound: () => notFound(revolut.clock.now()),
    fault: (status: number) =>
      status < 500
        ? { ...revolutError('bad_request', 'The request cannot be read', revolut.clock.now()), status }
        : revolutError('internal_error', 'Something went wrong', revolut.clock.now()),
  } as const;
  const router = express.Router();
  const merchantApi = apiRouter(revolut, api, (merchant, guard) => {
    merchant.post('/orders', guard(createOrder));
    merchant.get('/orders', guard(listOrders));
    merchant.get('/orders/:id', guard(getOrder));
    merchant.post('/orders/:id/cancel', guard(cancelOrder));
    merchant.post('/orders/:id/refund', guard(refund));
    merchant.post('/webhooks', guard(createWebhook));
    merchant.get('/webhooks', guard(listWebhooks));
    merchant.patch('/webhooks/:id', guard(updateWebhook));
  });
  router.use('/api', merchantApi);
  router.use(
    apiRouter(revolut, { ...api, bodyLimitBytes: widgetBodyLimitBytes }, (page) => widgetRoutes(page, revolut)),
  );
  return router;
};

const version = '2026-04-20';

/** The secret key and the version header are required. */
const refusal = ({ secretKey, clock }: Revolut, request: Request): ProviderAnswer | undefined => {
  const key = bearerOf(request);
  if (key === undefined || !isSameSecret(key, secretKey))
    return revolutError('unauthenticated', 'Authentication credentials are missing or not valid', clock.now());
  return request.get('Revolut-Api-Version') === version
    ? undefined
    : revolutError('bad_request', `'Revolut-Api-Version' is missing or not supported`, clock.now());
};
