import express, { type Router } from 'express';
import { type Config } from '../config';
import { openFxSwitches } from '../store/fx-switches';
import { type World } from '../world';
import { fxRoutes, type FxSource } from './fx/routes';
import { openPsp } from './pix/open-psp';
import { type Psp } from './pix/psp';
import { pixRoutes } from './pix/routes';

export interface Providers {
  readonly psp: Psp;
  readonly fx: FxSource;
  /** All of them, each under its own path. */
  readonly router: Router;
}

export const openProviders = async (world: World, config: Config): Promise<Providers> => {
  const psp = await openPsp(world, config.pix);
  const fx = { ...world, switches: await openFxSwitches(world.db) };

  const router = express.Router();
  router.use('/pix', pixRoutes(psp));
  router.use('/fx', fxRoutes(fx));
  return { psp, fx, router };
};
