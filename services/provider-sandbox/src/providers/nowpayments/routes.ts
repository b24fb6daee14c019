import express, { type ErrorRequestHandler, type Router } from 'express';
import { send } from '../answer';
import { createPayment } from './create-payment';
import { getCurrencies } from './get-currencies';
import { getEstimate } from './get-estimate';
import { getFullCurrencies } from './get-full-currencies';
import { getMerchantCoins } from './get-merchant-coins';
import { getMinAmount } from './get-min-amount';
import { getPayment } from './get-payment';
import { getStatus } from './get-status';
import { guarded, open } from './guarded';
import { listPayments } from './list-payments';
import { failed, type NowPayments } from './nowpayments';

/** Far more than a payment needs. */
const bodyLimitBytes = 65_536;

/** NOWPayments' API v1. On bare express, because its errors are its own. */
export const nowPaymentsRoutes = (nowPayments: NowPayments): Router => {
  const router = express.Router();
  router.use(express.json({ limit: bodyLimitBytes }));
  router.get('/v1/status', open(nowPayments, getStatus));
  router.get('/v1/currencies', guarded(nowPayments, getCurrencies));
  router.get('/v1/full-currencies', guarded(nowPayments, getFullCurrencies));
  router.get('/v1/merchant/coins', guarded(nowPayments, getMerchantCoins));
  router.get('/v1/min-amount', guarded(nowPayments, getMinAmount));
  router.get('/v1/estimate', guarded(nowPayments, getEstimate));
  router.post('/v1/payment', guarded(nowPayments, createPayment));
  router.get('/v1/payment', guarded(nowPayments, listPayments));
  router.get('/v1/payment/:paymentId', guarded(nowPayments, getPayment));
  router.use((_request, response) => send(response, failed(404, 'NOT_FOUND', 'Endpoint not found')));
  router.use(faultHandler(nowPayments));
  return router;
};

/** Four parameters are how express knows an error handler. */
const faultHandler =
  ({ log }: NowPayments): ErrorRequestHandler =>
  (thrown: unknown, _request, response, _next) => {
    const status = thrown instanceof Error && 'status' in thrown ? Number(thrown.status) : 500;
    if (status >= 500) log.error({ err: thrown }, 'request to the simulated NOWPayments failed');
    const code = status >= 500 ? 'INTERNAL_ERROR' : 'INVALID_REQUEST_PARAMS';
    send(response, failed(status, code, status >= 500 ? 'Internal server error' : 'The request could not be read'));
  };
