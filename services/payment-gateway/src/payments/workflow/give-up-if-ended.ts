import { type Clock, toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type KnownPayment, type PaymentState } from '../domain/payment';
import { type PaymentStore } from '../store/payment-store';

/**
 * A payment may be requested after its charge has ended, because the request and the event of the end travel apart.
 * Such a payment is canceled before a provider is asked for it; undefined when there is no reason to. One that was
 * asked for before may exist at the provider, so it is only marked, and the reconciler cancels it. With `isChargeOpen`
 * it was kept while the charge was open, so the consumer of the end finds it.
 */
export const giveUpIfEnded = async (
  o: { payments: PaymentStore; clock: Clock },
  { facts: { paymentId, chargeId } }: KnownPayment,
  { isRepeat, isChargeOpen = false }: { isRepeat: boolean; isChargeOpen?: boolean },
): Promise<PaymentState | undefined> => {
  const reason = chargeId === null || isChargeOpen ? null : await o.payments.endedCharges.reasonOf(chargeId);
  if (reason === null) return undefined;

  // No provider was asked to make it, so none has to confirm that it is gone.
  const data = { reason, isUnmade: !isRepeat, now: toIso(o.clock.now()) };
  const decided = await o.payments.run(paymentId, { type: 'CancelPayment', data });
  if (isRejection(decided)) throw new Error(`Payment ${paymentId} cannot be given up: ${decided.code}.`);
  return decided.state;
};
