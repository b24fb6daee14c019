import { type Database } from '@repasse/chassis/postgres/database';
import { openSetting } from './settings';

/** Whose behaviour can be spoilt: the PSP, Revolut, Cielo, the source of exchange rates, and NOWPayments. */
export const chaosProviders = ['pix', 'international', 'card', 'fx', 'crypto'] as const;
export type ChaosProvider = (typeof chaosProviders)[number];

/** How badly one provider behaves. Rates are probabilities from 0 to 1. */
export interface ProviderChaos {
  /** Every answer comes this much later. */
  readonly latencyMs: number;
  /** Refused with 503 before anything was done. */
  readonly errorRate: number;
  /** Carried out, but the answer never comes: the worst kind of silence. */
  readonly timeoutRate: number;
  /** Not carried out, and no answer either: from outside the same silence. */
  readonly lostRate: number;
  readonly dropCallbacks: boolean;
  readonly duplicateCallbacks: boolean;
  readonly delayCallbacksMs: number;
  /** Callbacks are held back for a moment and sent latest first. */
  readonly reorderCallbacks: boolean;
}

export type Chaos = Readonly<Record<ChaosProvider, ProviderChaos>>;

export const calm: ProviderChaos = {
  latencyMs: 0,
  errorRate: 0,
  timeoutRate: 0,
  lostRate: 0,
  dropCallbacks: false,
  duplicateCallbacks: false,
  delayCallbacksMs: 0,
  reorderCallbacks: false,
};

export interface ChaosSwitches {
  get(): Chaos;
  /** Replaces all of it: what is not given is calm. */
  set(chaos: PartialChaos): Promise<void>;
}

export type PartialChaos = Readonly<Partial<Record<ChaosProvider, Partial<ProviderChaos>>>>;

export const openChaosSwitches = async (db: Database): Promise<ChaosSwitches> => {
  const setting = await openSetting<PartialChaos>(db, 'chaos', {});
  let current = complete(setting.get());
  return {
    get: () => current,
    set: async (chaos) => {
      await setting.set(complete(chaos));
      current = complete(chaos);
    },
  };
};

const complete = ({ pix, international, card, fx, crypto }: PartialChaos): Chaos => ({
  pix: { ...calm, ...pix },
  international: { ...calm, ...international },
  card: { ...calm, ...card },
  fx: { ...calm, ...fx },
  crypto: { ...calm, ...crypto },
});
