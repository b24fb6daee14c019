import { type Router } from 'express';
import { apiRouter } from '../api';
import { createPayment, getPayment, listPayments } from './payment-endpoints';
import { getCurrencies, getEstimate, getFullCurrencies, getMerchantCoins, getMinAmount, getStatus } from './show-coins';
import { guards } from './guarded';
import { failed, type NowPayments } from './nowpayments';
import { createPayout } from './payouts/create-payout';
import { getBalance, getPayoutFee, getPayoutMinAmount, validateAddress } from './payouts/before-payout';
import { getPayout, listPayouts } from './payouts/read-payouts';
import { signIn } from './payouts/sign-in';
import { verifyPayout } from './payouts/change-batch';

const words = {
  /** Far more than a payment or a batch of payouts needs. */
  bodyLimitBytes: 65_536,
  notFound: () => failed(404, 'NOT_FOUND', 'Endpoint not found'),
  fault: (status: number) =>
    status >= 500
      ? failed(status, 'INTERNAL_ERROR', 'Internal server error')
      : failed(status, 'INVALID_REQUEST_PARAMS', 'The request could not be read'),
};

/** NOWPayments' API v1. */
export const nowPaymentsRoutes = (nowPayments: NowPayments): Router =>
  apiRouter(nowPayments, words, (router) => {
    const { open, guarded, signedIn } = guards(nowPayments);
    router.get('/v1/status', open(getStatus));
    router.get('/v1/currencies', guarded(getCurrencies));
    router.get('/v1/full-currencies', guarded(getFullCurrencies));
    router.get('/v1/merchant/coins', guarded(getMerchantCoins));
    router.get('/v1/min-amount', guarded(getMinAmount));
    router.get('/v1/estimate', guarded(getEstimate));
    router.post('/v1/payment', guarded(createPayment));
    router.get('/v1/payment', guarded(listPayments));
    router.get('/v1/payment/:paymentId', guarded(getPayment));
    router.post('/v1/auth', open(signIn));
    router.get('/v1/balance', guarded(getBalance));
    router.post('/v1/payout/validate-address', guarded(validateAddress));
    router.get('/v1/payout-withdrawal/min-amount/:coin', guarded(getPayoutMinAmount));
    router.get('/v1/payout/fee', guarded(getPayoutFee));
    router.post('/v1/payout', signedIn(createPayout));
    router.post('/v1/payout/:batchId/verify', signedIn(verifyPayout));
    router.get('/v1/payout', guarded(listPayouts));
    router.get('/v1/payout/:payoutId', guarded(getPayout));
  });
