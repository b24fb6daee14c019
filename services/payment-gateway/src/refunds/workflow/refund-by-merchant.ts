import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { knownOf, type PaymentFacts, refundsOf } from '../../payments/domain/payment';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { requestedRefund, type RequestedRefund } from '../domain/requested-refund';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { askRefund } from './ask-refund';

/** A merchant waits for about one provider's answer. Parts that were not asked for by then are the reconciler's. */
const partsMs = 8_000;

/**
 * Decides on a refund, then asks the provider for each part. When it keeps silent the refund stays pending, and the
 * reconciler asks again.
 */
export const refundByMerchant = async (
  o: PaymentDeps,
  paymentId: string,
  command: PaymentCommand<'RequestRefund'>,
): Promise<{ readonly facts: PaymentFacts; readonly refund: RequestedRefund } | Rejection> => {
  const { refundId } = command.data;
  const decided = await o.payments.run(paymentId, command);
  if (isRejection(decided)) return decided;

  const { state, events } = decided;
  const askedAtMs = o.clock.now().getTime();
  for (const part of requestedRefund(refundsOf(state), refundId)?.parts ?? []) {
    if (state.status !== 'received' || o.clock.now().getTime() - askedAtMs >= partsMs) break;
    await askRefund(o, state, part, { isRepeat: events.length === 0 });
  }
  const after = knownOf(paymentId, await o.payments.load(paymentId));
  const refund = requestedRefund(refundsOf(after), refundId);
  if (refund === undefined) throw new Error(`Refund ${refundId} must be there and was never requested.`);
  return { facts: after.facts, refund };
};
