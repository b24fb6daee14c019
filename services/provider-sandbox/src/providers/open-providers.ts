import express, { type Router } from 'express';
import { type Config } from '../config';
import { openFxSwitches, openRefundSwitches, type RefundSwitches } from '../store/switches';
import { type DueWork } from '../sweeper';
import { type World } from '../world';
import { type Cielo, openCielo } from './cielo/cielo';
import { dueSales } from './cielo/create-sale';
import { cieloQueryRoutes, cieloRoutes } from './cielo/routes';
import { fxRoutes, type FxSource } from './fx/routes';
import { duePayments } from './nowpayments/payment-endpoints';
import { duePayouts } from './nowpayments/payouts/change-batch';
import { type NowPayments, openNowPayments } from './nowpayments/nowpayments';
import { nowPaymentsRoutes } from './nowpayments/routes';
import { dueDevolucoes } from './pix/give-back';
import { openPsp, type Psp } from './pix/psp';
import { pixRoutes } from './pix/routes';
import { dueOrders } from './revolut/change';
import { openRevolut, type Revolut } from './revolut/revolut';
import { revolutRoutes } from './revolut/routes';

export interface Providers {
  readonly psp: Psp;
  readonly fx: FxSource;
  readonly revolut: Revolut | undefined;
  readonly cielo: Cielo | undefined;
  readonly nowPayments: NowPayments | undefined;
  readonly refunds: RefundSwitches;
  /** Every provider under its own path. */
  readonly router: Router;
}

export const openProviders = async (world: World, config: Config): Promise<Providers> => {
  const [refunds, switches] = await Promise.all([openRefundSwitches(world.db), openFxSwitches(world.db)]);
  const psp = await openPsp(world, refunds, config.pix);
  const fx = { ...world, switches };
  const revolut = openRevolut(world, refunds, config.revolut);
  const cielo = openCielo(world, refunds, config.cielo);
  const nowPayments = await openNowPayments(world, config.nowPayments);

  const router = express.Router();
  const due: DueWork[] = [world.callbacks.due, dueDevolucoes(psp)];
  router.use('/pix', pixRoutes(psp));
  router.use('/fx', fxRoutes(fx));
  if (revolut !== undefined) {
    router.use('/revolut', revolutRoutes(revolut));
    due.push(dueOrders(revolut));
  }
  if (cielo !== undefined) {
    router.use('/cielo', cieloRoutes(cielo));
    router.use('/cielo-query', cieloQueryRoutes(cielo));
    due.push(dueSales(cielo));
  }
  if (nowPayments !== undefined) {
    router.use('/nowpayments', nowPaymentsRoutes(nowPayments));
    due.push(duePayments(nowPayments), duePayouts(nowPayments));
  }
  world.sweeper.start(due);
  return { psp, fx, revolut, cielo, nowPayments, refunds, router };
};
