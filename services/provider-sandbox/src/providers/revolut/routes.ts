import express, { type ErrorRequestHandler, type Router } from 'express';
import { send } from '../answer';
import { cancelOrder } from './cancel-order';
import { captureOrder } from './capture-order';
import { createOrder } from './create-order';
import { createWebhook } from './create-webhook';
import { deleteWebhook } from './delete-webhook';
import { getOrder } from './get-order';
import { getPayment } from './get-payment';
import { getWebhook } from './get-webhook';
import { guarded, notFound } from './guarded';
import { listOrders } from './list-orders';
import { listPayments } from './list-payments';
import { listWebhooks } from './list-webhooks';
import { revolutError } from './problem';
import { refund } from './refund';
import { type Revolut } from './revolut';
import { rotateSigningSecret } from './rotate-signing-secret';
import { updateOrder } from './update-order';
import { updateWebhook } from './update-webhook';
import { widgetRoutes } from './widget-routes';

/** Two hundred and fifty line items are the longest an order gets. */
const bodyLimitBytes = 262_144;

/** The Merchant API under /api. On bare express, because its errors are its own. */
export const revolutRoutes = (revolut: Revolut): Router => {
  const router = express.Router();
  const api = express.Router();
  api.use(express.json({ limit: bodyLimitBytes }));
  api.post('/orders', guarded(revolut, createOrder));
  api.get('/orders', guarded(revolut, listOrders));
  api.get('/orders/:id', guarded(revolut, getOrder));
  api.patch('/orders/:id', guarded(revolut, updateOrder));
  api.post('/orders/:id/cancel', guarded(revolut, cancelOrder));
  api.post('/orders/:id/capture', guarded(revolut, captureOrder));
  api.post('/orders/:id/refund', guarded(revolut, refund));
  api.get('/orders/:id/payments', guarded(revolut, listPayments));
  api.get('/payments/:id', guarded(revolut, getPayment));
  api.post('/webhooks', guarded(revolut, createWebhook));
  api.get('/webhooks', guarded(revolut, listWebhooks));
  api.get('/webhooks/:id', guarded(revolut, getWebhook));
  api.patch('/webhooks/:id', guarded(revolut, updateWebhook));
  api.delete('/webhooks/:id', guarded(revolut, deleteWebhook));
  api.post('/webhooks/:id/rotate-signing-secret', guarded(revolut, rotateSigningSecret));
  api.use((_request, response) => send(response, notFound(revolut.clock.now())));
  api.use(faultHandler(revolut));
  router.use('/api', api);
  router.use(widgetRoutes(revolut));
  router.use(faultHandler(revolut));
  return router;
};

/** Four parameters are how express knows an error handler. */
const faultHandler =
  ({ clock, log }: Revolut): ErrorRequestHandler =>
  (fault: unknown, _request, response, _next) => {
    const status = fault instanceof Error && 'status' in fault ? Number(fault.status) : 500;
    if (status >= 400 && status < 500) {
      send(response, { ...revolutError('bad_request', 'The request cannot be read', clock.now()), status });
      return;
    }
    log.error({ err: fault }, 'request to the simulated Merchant API failed');
    send(response, revolutError('internal_error', 'Something went wrong', clock.now()));
  };
