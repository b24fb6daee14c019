import { type Database } from '@repasse/chassis/postgres/database';
import { openSetting, type StoredSetting } from './settings';

export interface FxBehaviour {
  /** Rates that are set, by currency: hundred-millionths of BRL for one unit. */
  readonly rates: Readonly<Record<string, number>>;
  /** How many of the latest days have no file. */
  readonly unpublishedDays: number;
}

export const undisturbedFx: FxBehaviour = { rates: {}, unpublishedDays: 0 };

export type FxSwitches = StoredSetting<FxBehaviour>;

export const openFxSwitches = (db: Database): Promise<FxSwitches> => openSetting(db, 'fx', undisturbedFx);
