import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { knownOf, type PaymentFacts, refundIn } from '../../payments/domain/payment';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { type Refund } from '../domain/refund';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { askRefund } from './ask-refund';

/**
 * Decides on a refund, then asks the provider. When it keeps silent the refund stays pending, and the reconciler asks
 * again.
 */
export const refundByMerchant = async (
  o: PaymentDeps,
  paymentId: string,
  command: PaymentCommand<'RequestRefund'>,
): Promise<{ readonly facts: PaymentFacts; readonly refund: Refund } | Rejection> => {
  const { refundId } = command.data;
  const decided = await o.payments.run(paymentId, command);
  if (isRejection(decided)) return decided;

  const { state, events } = decided;
  if (state.status === 'received') {
    await askRefund(o, state, refundIn(state, refundId), { isRepeat: events.length === 0 });
  }
  const after = knownOf(paymentId, await o.payments.load(paymentId));
  return { facts: after.facts, refund: refundIn(after, refundId) };
};
