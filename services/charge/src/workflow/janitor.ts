import { every } from '@repasse/chassis/waiting/poll';
import { countAwaitedOffers } from '../store/awaited-offers';
import { startExpiringCharges, type ExpireDependencies } from './expire-charges';
import { startFinishingAwaited, type FinishDependencies } from './finish-awaited';

export interface Janitor {
  stop(): Promise<void>;
}

export type JanitorDependencies = FinishDependencies & ExpireDependencies;

/** As often as it is read, about. */
const gaugeIntervalMs = 15_000;

/** Acts on due times: attempts without the provider's answer, cards in doubt, unpaid charges. */
export const startJanitor = (deps: JanitorDependencies): Janitor => {
  const { db, log, metrics } = deps;
  const waiting = metrics.gauge('repasse_charge_awaited_offers', 'Attempts whose provider has not answered.');
  const measure = async (): Promise<void> => waiting.set(await countAwaitedOffers(db));
  const loops = [
    startFinishingAwaited(deps),
    startExpiringCharges(deps),
    every({ name: 'awaited offers gauge', intervalMs: gaugeIntervalMs, log, run: measure }),
  ];
  return {
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
};
