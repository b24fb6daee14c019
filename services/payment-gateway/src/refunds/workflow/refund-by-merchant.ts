import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type PaymentFacts, type PaymentState, refundsOf } from '../../payments/domain/payment';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { type Refund } from '../domain/refund';
import { type OfferDeps } from '../../payments/workflow/offer-payment';
import { type AskRefund } from './ask-refund';

export interface Refunding {
  readonly facts: PaymentFacts;
  readonly refund: Refund;
}

export type RefundByMerchant = (
  paymentId: string,
  command: PaymentCommand<'RequestRefund'>,
) => Promise<Refunding | Rejection>;

/**
 * Decides on a refund, then asks the provider. When it keeps silent the refund stays pending, and the reconciler asks
 * again.
 */
export const createRefundByMerchant =
  (o: OfferDeps & { readonly askRefund: AskRefund }): RefundByMerchant =>
  async (paymentId, command) => {
    const { refundId } = command.data;
    const decided = await o.payments.run(paymentId, command);
    if (isRejection(decided)) return decided;

    const { state } = decided;
    if (state.status === 'received') {
      await o.askRefund(state, refundIn(state, refundId), { isRepeat: decided.events.length === 0 });
    }
    const after = await o.payments.load(paymentId);
    return { facts: factsOf(after), refund: refundIn(after, refundId) };
  };

const refundIn = (state: PaymentState, refundId: string): Refund => {
  const refund = refundsOf(state).find((each) => each.refundId === refundId);
  if (refund === undefined) throw new Error(`Refund ${refundId} was decided on and is not there.`);
  return refund;
};

const factsOf = (state: PaymentState): PaymentFacts => {
  if (state.status === 'absent') throw new Error('A payment vanished while it was refunded.');
  return state.facts;
};
