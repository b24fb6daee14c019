import { toIso, type Clock } from '@repasse/chassis/clock';
import type { Tx } from '@repasse/chassis/postgres/database';
import { chargeNotFound } from '../http/problems';
import { findCheckout, type CheckoutRows } from './checkout-reads';
import { checkoutStateOf } from './checkout-state-of';
import type { CheckoutMethod, CheckoutState } from './both-sides/checkout-state';

export interface Checkout {
  readonly state: CheckoutState;
  readonly charge: CheckoutRows['charge'];
}

/** A charge as its payer sees it at this moment. */
export type LoadCheckout = (chargeId: string) => Promise<Checkout>;

export const createLoadCheckout =
  ({
    db,
    clock,
    methods,
  }: {
    readonly db: Tx;
    readonly clock: Clock;
    /** The methods that this installation is configured to offer. */
    readonly methods: readonly CheckoutMethod[];
  }): LoadCheckout =>
  async (chargeId) => {
    const rows = await findCheckout(db, chargeId);
    if (!rows) throw chargeNotFound();
    return { state: checkoutStateOf(rows, methods, toIso(clock.now())), charge: rows.charge };
  };
