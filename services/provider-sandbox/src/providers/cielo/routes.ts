import express, { type ErrorRequestHandler, type Router } from 'express';
import { send } from '../answer';
import { cancelSale } from './cancel-sale';
import { cancelSaleOfOrder } from './cancel-sale-of-order';
import { captureSale } from './capture-sale';
import { notFound, refused, type Cielo } from './cielo';
import { createSale } from './create-sale';
import { findSales } from './find-sales';
import { getCardBin } from './get-card-bin';
import { getSale } from './get-sale';
import { guarded } from './guarded';
import { fault } from './sale-rules';

/** Far more than a sale needs. */
const bodyLimitBytes = 65_536;

/** Where sales are made and changed. On bare express, because Cielo's errors are arrays of its own. */
export const cieloRoutes = (cielo: Cielo): Router => {
  const router = express.Router();
  router.use(express.json({ limit: bodyLimitBytes }));
  router.post('/1/sales', guarded(cielo, createSale));
  router.put('/1/sales/:paymentId/capture', guarded(cielo, captureSale));
  router.put('/1/sales/OrderId/:merchantOrderId/void', guarded(cielo, cancelSaleOfOrder));
  router.put('/1/sales/:paymentId/void', guarded(cielo, cancelSale));
  router.use((_request, response) => send(response, notFound()));
  router.use(faultHandler(cielo));
  return router;
};

/** Where they are read: another host at the real one. */
export const cieloQueryRoutes = (cielo: Cielo): Router => {
  const router = express.Router();
  router.get('/1/sales', guarded(cielo, findSales));
  router.get('/1/sales/:paymentId', guarded(cielo, getSale));
  router.get('/1/cardBin/:bin', guarded(cielo, getCardBin));
  router.use((_request, response) => send(response, notFound()));
  router.use(faultHandler(cielo));
  return router;
};

/** Four parameters are how express knows an error handler. */
const faultHandler =
  ({ log }: Cielo): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
    // What could not be read may hold a card, and the parser's complaint quotes it.
    if (status >= 500) log.error({ err: thrown }, 'request to the simulated acquirer failed');
    send(response, refused(status, fault(0, 'Internal error')));
  };
