import { type Clock, systemClock } from '@repasse/chassis/clock';
import { createLogger } from '@repasse/chassis/log/logger';
import { type TestEnv } from '@repasse/chassis/testing/running-program';
import { startStandIn } from '@repasse/chassis/testing/stand-in';
import express from 'express';
import { loadConfig } from '../config';
import { openProviders, type Providers } from '../providers/open-providers';
import { openWorld, type World } from '../world';
import { memoryStore } from './memory-store';

/** The sandbox's providers, and what they keep: for the specs of those who call them. */
export interface SimulatedProviders extends Providers, Omit<World, 'stopping'> {
  /** Each provider is under its own path, as in the sandbox. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** PIX is in every sandbox; a spec of another provider has no use for its client. */
const pixClient = { PIX_CLIENT_ID: 'client', PIX_CLIENT_SECRET: 'a-secret-of-the-tests' };

/** In this process, with a store in memory, by the clock that is given. Nobody is called back until chaos is set otherwise. */
export const simulateProviders = async (env: TestEnv, clock: Clock = systemClock): Promise<SimulatedProviders> => {
  const config = loadConfig({ POSTGRES_URL: 'postgres://nowhere/none', ...pixClient, ...env });
  const stopping = new AbortController();
  const log = createLogger({ service: 'provider-sandbox', level: 'silent' });
  const world = await openWorld(memoryStore(), log, stopping.signal, {
    now: () => clock.now(),
    onMove: (listener) => clock.onMove?.(listener) ?? (() => undefined),
    offsetMs: () => 0,
    moveTo: () => Promise.resolve(),
  });
  const silent = { dropCallbacks: true };
  await world.chaos.set({ pix: silent, international: silent, card: silent, crypto: silent });
  const providers = await openProviders(world, config);
  const { url, stop } = await startStandIn(express().disable('x-powered-by').use(providers.router));
  return {
    ...world,
    ...providers,
    url,
    stop: async () => {
      stopping.abort();
      await Promise.all([stop(), world.callbacks.stop(), world.sweeper.stop()]);
    },
  };
};
