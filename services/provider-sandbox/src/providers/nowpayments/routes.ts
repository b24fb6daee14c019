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
import { guarded, open, signedIn } from './guarded';
import { listPayments } from './list-payments';
import { failed, type NowPayments } from './nowpayments';
import { createPayout } from './payouts/create-payout';
import { getBalance } from './payouts/get-balance';
import { getPayout } from './payouts/get-payout';
import { getPayoutFee } from './payouts/get-payout-fee';
import { getPayoutMinAmount } from './payouts/get-payout-min-amount';
import { listPayouts } from './payouts/list-payouts';
import { signIn } from './payouts/sign-in';
import { validateAddress } from './payouts/validate-address';
import { verifyPayout } from './payouts/verify-payout';

/** Far more than a payment or a batch of payouts needs. */
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
  payoutRoutes(router, nowPayments);
  router.use((_request, response) => send(response, failed(404, 'NOT_FOUND', 'Endpoint not found')));
  router.use(faultHandler(nowPayments));
  return router;
};

const payoutRoutes = (router: Router, nowPayments: NowPayments): void => {
  router.post('/v1/auth', open(nowPayments, signIn));
  router.get('/v1/balance', guarded(nowPayments, getBalance));
  router.post('/v1/payout/validate-address', guarded(nowPayments, validateAddress));
  router.get('/v1/payout-withdrawal/min-amount/:coin', guarded(nowPayments, getPayoutMinAmount));
  router.get('/v1/payout/fee', guarded(nowPayments, getPayoutFee));
  router.post('/v1/payout', signedIn(nowPayments, createPayout));
  router.post('/v1/payout/:batchId/verify', signedIn(nowPayments, verifyPayout));
  router.get('/v1/payout', guarded(nowPayments, listPayouts));
  router.get('/v1/payout/:payoutId', guarded(nowPayments, getPayout));
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
