import { type Database } from '@repasse/chassis/postgres/database';
import { openSetting, type StoredSetting } from './settings';

/** How badly one provider behaves. Rates are probabilities from 0 to 1. */
export interface ProviderChaos {
  /** Every answer comes this much later. */
  readonly latencyMs: number;
  /** Refused with 503 before anything was done. */
  readonly errorRate: number;
  /** Carried out, but the answer never comes: the worst kind of silence. */
  readonly timeoutRate: number;
  readonly dropCallbacks: boolean;
  readonly duplicateCallbacks: boolean;
  readonly delayCallbacksMs: number;
  /** Callbacks are held back for a moment and sent latest first. */
  readonly reorderCallbacks: boolean;
}

export interface Chaos {
  readonly pix: ProviderChaos;
}

export const calm: ProviderChaos = {
  latencyMs: 0,
  errorRate: 0,
  timeoutRate: 0,
  dropCallbacks: false,
  duplicateCallbacks: false,
  delayCallbacksMs: 0,
  reorderCallbacks: false,
};

export type ChaosSwitches = StoredSetting<Chaos>;

export const openChaosSwitches = (db: Database): Promise<ChaosSwitches> =>
  openSetting<Chaos>(db, 'chaos', { pix: calm });
