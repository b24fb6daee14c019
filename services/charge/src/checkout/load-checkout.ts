import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Tx } from '@repasse/chassis/postgres/database';
import { chargeNotFound } from '../http/problems';
import { findCheckout, type CheckoutReading, type CheckoutRows } from '../store/reads/checkout';
import { checkoutStateOf } from './checkout-state-of';
import { type CheckoutMethod, type CheckoutState } from './both-sides/checkout-state';

export interface Checkout extends CheckoutRows {
  readonly state: CheckoutState;
}

/** A charge as its payer sees it at this moment. */
export type LoadCheckout = (chargeId: string) => Promise<Checkout>;
export type StateOf = (rows: CheckoutRows) => CheckoutState;

export const createStateOf =
  ({
    clock,
    methods,
  }: {
    readonly clock: Clock;
    /** The methods that this installation is configured to offer. */
    readonly methods: readonly CheckoutMethod[];
  }): StateOf =>
  (rows) =>
    checkoutStateOf(rows, methods, toIso(clock.now()));

export const createLoadCheckout =
  (db: Tx, stateOf: StateOf, reading: CheckoutReading): LoadCheckout =>
  async (chargeId) => {
    const rows = await findCheckout(db, chargeId, reading);
    if (!rows) throw chargeNotFound();
    return { ...rows, state: stateOf(rows) };
  };
