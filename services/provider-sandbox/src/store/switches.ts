import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type PayoutOutcome } from '../providers/nowpayments/payouts/payout-steps';
import { openSetting, openSettingsPer, type SettingsPer, type StoredSetting } from './settings';

/** The providers chaos can be set for: the PSP, Revolut, Cielo, the source of exchange rates, and NOWPayments. */
export const chaosProviders = ['pix', 'international', 'card', 'fx', 'crypto'] as const;
export type ChaosProvider = (typeof chaosProviders)[number];

/** How badly one provider behaves. */
export type ProviderChaos = components['schemas']['ProviderChaos'];

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

export const openChaosSwitches = (db: Database): Promise<ChaosSwitches> =>
  openSettingsPer(db, 'chaos', chaosProviders, calm);

/** The providers that refund: the PSP (devolução), Revolut (a refund order), Cielo (a void). */
export const refundProviders = ['pix', 'international', 'card'] as const;
export type RefundProvider = (typeof refundProviders)[number];

/** How refunds end. */
export type RefundBehaviour = components['schemas']['RefundBehaviour'];

export type RefundSwitches = SettingsPer<RefundProvider, RefundBehaviour>;

/** Long enough to be seen under way, short enough not to be waited for. */
const ordinary: RefundBehaviour = { outcome: 'settled', delayMs: 500 };

export const openRefundSwitches = (db: Database): Promise<RefundSwitches> =>
  openSettingsPer(db, 'refunds', refundProviders, ordinary);

export interface FxBehaviour {
  /** Rates that are set, by currency: hundred-millionths of BRL for one unit. */
  readonly rates: Readonly<Record<string, number>>;
  /** How many of the latest days have no file. */
  readonly unpublishedDays: number;
}

export const undisturbedFx: FxBehaviour = { rates: {}, unpublishedDays: 0 };

export type FxSwitches = StoredSetting<FxBehaviour>;

export const openFxSwitches = (db: Database): Promise<FxSwitches> => openSetting(db, 'fx', undisturbedFx);

export interface PayoutBehaviour {
  readonly outcome: PayoutOutcome;
  /** The merchant's balance at the provider, in whole US dollars of any one coin. */
  readonly custodyUsd: number;
}

/** More than a test pays out by accident. */
export const ordinaryPayouts: PayoutBehaviour = { outcome: 'FINISHED', custodyUsd: 1_000_000 };

export type PayoutSwitches = StoredSetting<PayoutBehaviour>;

export const openPayoutSwitches = (db: Database): Promise<PayoutSwitches> =>
  openSetting(db, 'payouts', ordinaryPayouts);
