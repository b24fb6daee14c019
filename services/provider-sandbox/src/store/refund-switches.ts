import { type Database } from '@repasse/chassis/postgres/database';
import { openSetting } from './settings';

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

export type RefundBehaviours = Readonly<Record<RefundProvider, RefundBehaviour>>;
export type PartialRefundBehaviours = Readonly<Partial<Record<RefundProvider, Partial<RefundBehaviour>>>>;

export interface RefundSwitches {
  get(): RefundBehaviours;
  /** Replaces all of it: what is not given is settled after a moment. */
  set(behaviours: PartialRefundBehaviours): Promise<void>;
}

/** Long enough to be seen under way, short enough not to be waited for. */
const ordinary: RefundBehaviour = { outcome: 'settled', delayMs: 500 };

export const openRefundSwitches = async (db: Database): Promise<RefundSwitches> => {
  const setting = await openSetting<PartialRefundBehaviours>(db, 'refunds', {});
  let current = complete(setting.get());
  return {
    get: () => current,
    set: async (behaviours) => {
      await setting.set(complete(behaviours));
      current = complete(behaviours);
    },
  };
};

const complete = ({ pix, international, card }: PartialRefundBehaviours): RefundBehaviours => ({
  pix: { ...ordinary, ...pix },
  international: { ...ordinary, ...international },
  card: { ...ordinary, ...card },
});
