import { type Database } from '@repasse/chassis/postgres/database';
import { openSettingsPer, type PartialPer, type SettingsPer } from './settings';

/** Who gives money back: the PSP (devolução), Revolut (a refund order), Cielo (a void). */
export const refundProviders = ['pix', 'international', 'card'] as const;
export type RefundProvider = (typeof refundProviders)[number];

/** How refunds end. `pending` leaves them under way until it is something else; `declined` refuses them at once. */
export type RefundOutcome = 'settled' | 'failed' | 'pending' | 'declined';

export interface RefundBehaviour {
  readonly outcome: RefundOutcome;
  /** By the sandbox's clock, from the request to the end. */
  readonly delayMs: number;
}

export type RefundSwitches = SettingsPer<RefundProvider, RefundBehaviour>;
export type PartialRefundBehaviours = PartialPer<RefundProvider, RefundBehaviour>;

/** Long enough to be seen under way, short enough not to be waited for. */
const ordinary: RefundBehaviour = { outcome: 'settled', delayMs: 500 };

export const openRefundSwitches = (db: Database): Promise<RefundSwitches> =>
  openSettingsPer(db, 'refunds', refundProviders, ordinary);
