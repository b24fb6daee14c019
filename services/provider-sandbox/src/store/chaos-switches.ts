import { type Database } from '@repasse/chassis/postgres/database';
import { openSettingsPer, type PartialPer, type SettingsPer } from './settings';

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

export type ChaosSwitches = SettingsPer<ChaosProvider, ProviderChaos>;
export type PartialChaos = PartialPer<ChaosProvider, ProviderChaos>;

export const openChaosSwitches = (db: Database): Promise<ChaosSwitches> =>
  openSettingsPer(db, 'chaos', chaosProviders, calm);
