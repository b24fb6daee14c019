import express, { type Router } from 'express';
import { apiRouter } from '../api';
import { cancelOrder, captureOrder } from './end-order';
import { createOrder } from './create-order';
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, rotateSigningSecret, updateWebhook } from './webhooks';
import { getOrder, getPayment, listOrders, listPayments } from './read-orders';
import { guarded, notFound, revolutError } from './guarded';
import { refund } from './refund';
import { type Revolut } from './revolut';
import { updateOrder } from './update-order';
import { widgetBodyLimitBytes, widgetRoutes } from './widget';

/** The Merchant API under /api, and the payer's page. */
export const revolutRoutes = (revolut: Revolut): Router => {
  const words = {
    /** Two hundred and fifty line items are the longest an order gets. */
    bodyLimitBytes: 262_144,
    notFound: () => notFound(revolut.clock.now()),
    fault: (status: number) =>
      status < 500
        ? { ...revolutError('bad_request', 'The request cannot be read', revolut.clock.now()), status }
        : revolutError('internal_error', 'Something went wrong', revolut.clock.now()),
  };
  const router = express.Router();
  const guard = guarded(revolut);
  const api = apiRouter(revolut, words, (merchant) => {
    merchant.post('/orders', guard(createOrder));
    merchant.get('/orders', guard(listOrders));
    merchant.get('/orders/:id', guard(getOrder));
    merchant.patch('/orders/:id', guard(updateOrder));
    merchant.post('/orders/:id/cancel', guard(cancelOrder));
    merchant.post('/orders/:id/capture', guard(captureOrder));
    merchant.post('/orders/:id/refund', guard(refund));
    merchant.get('/orders/:id/payments', guard(listPayments));
    merchant.get('/payments/:id', guard(getPayment));
    merchant.post('/webhooks', guard(createWebhook));
    merchant.get('/webhooks', guard(listWebhooks));
    merchant.get('/webhooks/:id', guard(getWebhook));
    merchant.patch('/webhooks/:id', guard(updateWebhook));
    merchant.delete('/webhooks/:id', guard(deleteWebhook));
    merchant.post('/webhooks/:id/rotate-signing-secret', guard(rotateSigningSecret));
  });
  router.use('/api', api);
  router.use(
    apiRouter(revolut, { ...words, bodyLimitBytes: widgetBodyLimitBytes }, (page) => widgetRoutes(page, revolut)),
  );
  return router;
};
