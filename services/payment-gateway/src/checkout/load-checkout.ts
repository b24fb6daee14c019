import { type Clock, toIso } from '@repasse/chassis/clock';
import { type KnownPayment } from '../domain/payment';
import { type Checkout, type Checkouts } from '../store/checkouts';
import { type PaymentStore } from '../store/payment-store';
import { type CheckoutState } from './both-sides/checkout-state';
import { checkoutNotFound } from './checkout-problems';
import { checkoutStateOf } from './checkout-state-of';

export interface LoadedCheckout {
  readonly checkout: Checkout;
  /** The latest of the checkout's payments. */
  readonly payment: KnownPayment;
  readonly state: CheckoutState;
}

/** A checkout as its payer sees it at this moment. */
export type LoadCheckout = (checkoutId: string) => Promise<LoadedCheckout>;

export const createLoadCheckout =
  (o: { checkouts: Checkouts; payments: PaymentStore; clock: Clock }): LoadCheckout =>
  async (checkoutId) => {
    const checkout = await o.checkouts.find(checkoutId);
    if (checkout === null) throw checkoutNotFound(checkoutId);
    const payment = await o.payments.load(checkout.paymentId);
    if (payment.status === 'absent') throw new Error(`Payment ${checkout.paymentId} is listed and has no events.`);
    return { checkout, payment, state: checkoutStateOf(checkout, payment, toIso(o.clock.now())) };
  };
