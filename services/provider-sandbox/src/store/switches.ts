import { type components } from '@repasse/contracts/generated/http/provider-sandbox';
import { type PayoutOutcome } from '../providers/nowpayments/payouts/payout-steps';
import { openSetting, openSettingsPer, type SettingsPer, type StoredSetting } from './settings';
import { type Store } from './store';

/**
 * The providers chaos can be set for: the PSP, Revolut, Cielo, the source of exchange rates, NOWPayments, and who verifies
 * recipients.
 */
const chaosProviders = ['pix', 'international', 'card', 'fx', 'crypto', 'verification'] as const;
export type ChaosProvider = (typeof chaosProviders)[number];

/** How badly one provider behaves. */
type ProviderChaos = components['schemas']['ProviderChaos'];

const calm: ProviderChaos = {
  latencyMs: 0,
  errorRate: 0,
  timeoutRate: 0,
  lostRate: 0,
  dropCallbacks: false,
  duplicateCallbacks: false,
  delayCallbacksMs: 0,
  reorderCallbacks: false,
};

/** The providers that refund: the PSP (devolução), Revolut (a refund order), Cielo (a void). */
const refundProviders = ['pix', 'international', 'card'] as const;
type RefundProvider = (typeof refundProviders)[number];

/** How refunds end. */
type RefundBehaviour = components['schemas']['RefundBehaviour'];

/** Long enough to be seen under way, short enough not to be waited for. */
const ordinaryRefunds: RefundBehaviour = { outcome: 'settled', delayMs: 500 };

interface FxBehaviour {
  /** Rates that are set, by currency: hundred-millionths of BRL for one unit. */
  readonly rates: Readonly<Record<string, number>>;
  /** How many of the latest days have no file. */
  readonly unpublishedDays: number;
}

const undisturbedFx: FxBehaviour = { rates: {}, unpublishedDays: 0 };

export interface PayoutBehaviour {
  readonly outcome: PayoutOutcome;
  /** The merchant's balance at the provider, in whole US dollars of any one coin. */
  readonly custodyUsd: number;
}

/** More than a test pays out by accident. */
export const ordinaryPayouts: PayoutBehaviour = { outcome: 'FINISHED', custodyUsd: 1_000_000 };

/** How PIX that is sent ends, and how long that takes by the sandbox's clock. */
export interface SendBehaviour {
  readonly outcome: 'settled' | 'failed' | 'pending';
  readonly delayMs: number;
}

export const ordinarySends: SendBehaviour = { outcome: 'settled', delayMs: 500 };

/** How verifications of recipients end, and how long that takes by the sandbox's clock. */
export interface VerificationBehaviour {
  readonly outcome: 'VERIFIED' | 'REFUSED' | 'NEEDS_REVIEW' | 'PENDING';
  readonly delayMs: number;
}

export const ordinaryVerifications: VerificationBehaviour = { outcome: 'VERIFIED', delayMs: 500 };

/** The switches that a person or a test may set. */
export interface Switches {
  readonly chaos: SettingsPer<ChaosProvider, ProviderChaos>;
  readonly refunds: SettingsPer<RefundProvider, RefundBehaviour>;
  readonly fx: StoredSetting<FxBehaviour>;
  readonly payouts: StoredSetting<PayoutBehaviour>;
  readonly sends: StoredSetting<SendBehaviour>;
  readonly verifications: StoredSetting<VerificationBehaviour>;
}

export const openSwitches = async (store: Store): Promise<Switches> => ({
  chaos: await openSettingsPer(store, 'chaos', chaosProviders, calm),
  refunds: await openSettingsPer(store, 'refunds', refundProviders, ordinaryRefunds),
  fx: await openSetting(store, 'fx', undisturbedFx),
  payouts: await openSetting(store, 'payouts', ordinaryPayouts),
  sends: await openSetting(store, 'sends', ordinarySends),
  verifications: await openSetting(store, 'verifications', ordinaryVerifications),
});
