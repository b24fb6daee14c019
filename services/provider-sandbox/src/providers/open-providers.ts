import express, { type Router } from 'express';
import { type Config } from '../config';
import { type DueWork } from '../sweeper';
import { type World } from '../world';
import { type Cielo, openCielo } from './cielo/cielo';
import { dueSales } from './cielo/create-sale';
import { cieloQueryRoutes, cieloRoutes } from './cielo/routes';
import { fxRoutes } from './fx/routes';
import { oidcRoutes } from './oidc/routes';
import { duePayments } from './nowpayments/payment-endpoints';
import { duePayouts } from './nowpayments/payouts/change-payout';
import { type NowPayments, openNowPayments } from './nowpayments/nowpayments';
import { nowPaymentsRoutes } from './nowpayments/routes';
import { dueDevolucoes } from './pix/give-back';
import { openPsp, type Psp } from './pix/psp';
import { pixRoutes } from './pix/routes';
import { dueSent } from './pix/sent/send-pix';
import { dueOrders } from './revolut/change';
import { verificationRoutes } from './verification/routes';
import { dueVerifications, openVerifier, type Verifier } from './verification/verification';
import { openRevolut, type Revolut } from './revolut/revolut';
import { revolutRoutes } from './revolut/routes';

export interface Providers {
  readonly psp: Psp;
  readonly revolut: Revolut | undefined;
  readonly cielo: Cielo | undefined;
  readonly nowPayments: NowPayments | undefined;
  readonly verifier: Verifier | undefined;
  /** Every provider under its own path. */
  readonly router: Router;
}

export const openProviders = async (world: World, config: Config): Promise<Providers> => {
  const psp = await openPsp(world, config.pix);
  const revolut = openRevolut(world, config.revolut);
  const cielo = openCielo(world, config.cielo);
  const nowPayments = openNowPayments(world, config.nowPayments);
  const verifier = openVerifier(world, config.verification);

  const router = express.Router();
  const due: DueWork[] = [world.callbacks.due, dueDevolucoes(psp), dueSent(psp)];
  router.use('/pix', pixRoutes(psp));
  router.use('/fx', fxRoutes(world));
  router.use('/oidc', oidcRoutes(world));
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
  if (verifier !== undefined) {
    router.use('/verification', verificationRoutes(verifier));
    due.push(dueVerifications(verifier));
  }
  world.sweeper.start(due);
  return { psp, revolut, cielo, nowPayments, verifier, router };
};
