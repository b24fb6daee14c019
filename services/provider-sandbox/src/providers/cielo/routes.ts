import { type Router } from 'express';
import { apiRouter } from '../api';
import { cancelSale, cancelSaleOfOrder, captureSale } from './change-sales';
import { notFound, refused, type Cielo } from './cielo';
import { createSale } from './create-sale';
import { findSales, getCardBin, getSale } from './read-sales';
import { guarded } from './guarded';
import { fault } from './sale-rules';

const words = {
  /** Far more than a sale needs. */
  bodyLimitBytes: 65_536,
  notFound,
  fault: (status: number) => refused(status, fault(0, 'Internal error')),
};

/** Where sales are made and changed. */
export const cieloRoutes = (cielo: Cielo): Router =>
  apiRouter(cielo, words, (router) => {
    const guard = guarded(cielo);
    router.post('/1/sales', guard(createSale));
    router.put('/1/sales/:paymentId/capture', guard(captureSale));
    router.put('/1/sales/OrderId/:merchantOrderId/void', guard(cancelSaleOfOrder));
    router.put('/1/sales/:paymentId/void', guard(cancelSale));
  });

/** Where they are read: another host at the real one. */
export const cieloQueryRoutes = (cielo: Cielo): Router =>
  apiRouter(cielo, words, (router) => {
    const guard = guarded(cielo);
    router.get('/1/sales', guard(findSales));
    router.get('/1/sales/:paymentId', guard(getSale));
    router.get('/1/cardBin/:bin', guard(getCardBin));
  });
