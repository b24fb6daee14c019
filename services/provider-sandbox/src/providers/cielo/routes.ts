import { isSameSecret } from '@repasse/chassis/crypto/same-secret';
import { type Request, type Router } from 'express';
import { type ProviderAnswer } from '../answer';
import { apiRouter } from '../api';
import { cancelSale, captureSale } from './change-sales';
import { notFound, refused, type Cielo } from './cielo';
import { createSale } from './create-sale';
import { findSales, getSale } from './read-sales';
import { fault } from './sale-rules';

/** Every endpoint wants MerchantId and MerchantKey. */
const refusal = ({ merchantId, merchantKey }: Cielo, request: Request): ProviderAnswer | undefined => {
  if (request.get('MerchantId')?.toLowerCase() !== merchantId.toLowerCase())
    return refused(401, fault(115, 'The provided MerchantId was not found'));
  const key = request.get('MerchantKey') ?? '';
  return isSameSecret(key, merchantKey) ? undefined : refused(401, fault(132, 'MerchantKey is invalid'));
};

const api = {
  name: 'card',
  /** Far more than a sale needs. */
  bodyLimitBytes: 65_536,
  // No array here: in front of the API stands something that knows nothing of it.
  unavailable: () => ({ status: 503, contentType: 'text/html', body: '<h1>Service Unavailable</h1>' }),
  refusal,
  notFound,
  fault: (status: number) => refused(status, fault(0, 'Internal error')),
} as const;

/** Where sales are made and changed. */
export const cieloRoutes = (cielo: Cielo): Router =>
  apiRouter(cielo, api, (router, guard) => {
    router.post('/1/sales', guard(createSale));
    router.put('/1/sales/:paymentId/capture', guard(captureSale));
    router.put('/1/sales/:paymentId/void', guard(cancelSale));
  });

/** Where they are read: another host at the real one. */
export const cieloQueryRoutes = (cielo: Cielo): Router =>
  apiRouter(cielo, api, (router, guard) => {
    router.get('/1/sales', guard(findSales));
    router.get('/1/sales/:paymentId', guard(getSale));
  });
