import { type Database } from '@repasse/chassis/postgres/database';
import { type PayoutOutcome } from '../providers/nowpayments/payouts/payout-steps';
import { openSetting, type StoredSetting } from './settings';

export interface PayoutBehaviour {
  readonly outcome: PayoutOutcome;
  /** What the merchant has at the provider, in whole US dollars of any one coin. */
  readonly custodyUsd: number;
}

/** More than anybody pays out by accident. */
export const ordinaryPayouts: PayoutBehaviour = { outcome: 'FINISHED', custodyUsd: 1_000_000 };

export type PayoutSwitches = StoredSetting<PayoutBehaviour>;

export const openPayoutSwitches = (db: Database): Promise<PayoutSwitches> =>
  openSetting(db, 'payouts', ordinaryPayouts);
