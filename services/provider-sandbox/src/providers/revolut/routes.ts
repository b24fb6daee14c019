import express, { type Request, type Router } from 'express';
import { type ProviderAnswer } from '../answer';
import { apiRouter } from '../api';
import { bearerOf, isSame } from '../request';
import { cancelOrder, captureOrder } from './end-order';
import { createOrder, updateOrder } from './write-order';
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateSigningSecret, updateWebhook } from './webhooks';
import { getOrder, getPayment, listOrders, listPayments } from './read-orders';
import { notFound, type Revolut, revolutError } from './revolut';
import { refund } from './refund';
import { widgetBodyLimitBytes, widgetRoutes } from './widget';

/** The Merchant API under /api, and the payer's page. */
export const revolutRoutes = (revolut: Revolut): Router => {
  const api = {
    name: 'international',
    /** Two hundred and fifty line items are the longest an order gets. */
    bodyLimitBytes: 262_144,
    unavailable: () => revolutError('service_unavailable', 'Service is temporarily unavailable', revolut.clock.now()),
    notFound: () => notFound(revolut.clock.now()),
    fault: (status: number) =>
      status < 500
        ? { ...revolutError('bad_request', 'The request cannot be read', revolut.clock.now()), status }
        : revolutError('internal_error', 'Something went wrong', revolut.clock.now()),
  } as const;
  const router = express.Router();
  const merchantApi = apiRouter(revolut, api, (merchant, guard) => {
    merchant.post('/orders', guard(createOrder, refusal));
    merchant.get('/orders', guard(listOrders, refusal));
    merchant.get('/orders/:id', guard(getOrder, refusal));
    merchant.patch('/orders/:id', guard(updateOrder, refusal));
    merchant.post('/orders/:id/cancel', guard(cancelOrder, refusal));
    merchant.post('/orders/:id/capture', guard(captureOrder, refusal));
    merchant.post('/orders/:id/refund', guard(refund, refusal));
    merchant.get('/orders/:id/payments', guard(listPayments, refusal));
    merchant.get('/payments/:id', guard(getPayment, refusal));
    merchant.post('/webhooks', guard(createWebhook, refusal));
    merchant.get('/webhooks', guard(listWebhooks, refusal));
    merchant.get('/webhooks/:id', guard(getWebhook, refusal));
    merchant.patch('/webhooks/:id', guard(updateWebhook, refusal));
    merchant.delete('/webhooks/:id', guard(deleteWebhook, refusal));
    merchant.post('/webhooks/:id/rotate-signing-secret', guard(rotateSigningSecret, refusal));
  });
  router.use('/api', merchantApi);
  router.use(
    apiRouter(revolut, { ...api, bodyLimitBytes: widgetBodyLimitBytes }, (page) => widgetRoutes(page, revolut)),
  );
  return router;
};

const versions = ['2023-09-01', '2024-05-01', '2024-09-01', '2025-10-16', '2025-12-04', '2026-03-12', '2026-04-20'];
/** Before this one webhooks were elsewhere. */
const webhooksSince = '2024-09-01';

/** The secret key and the version header are required. */
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
