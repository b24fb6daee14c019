import { type PaymentState } from '../domain/payment';
import { type OfferOutcome, type Payer } from '../../providers/provider';
import { makeAtProvider } from './make-at-provider';
import { type PaymentDeps } from './payment-deps';

export type Unanswered = Extract<OfferOutcome, { outcome: 'unavailable' | 'unknown' }>;

/** The payment after its provider was asked, and the reason why it was not offered. */
export interface Offering {
  readonly state: PaymentState;
  readonly unanswered: Unanswered | undefined;
}

/**
 * Asks the provider to make a payment that waits for it, and records the result. Payments in any other state are
 * returned unchanged. Safe to run twice, also at the same time: the provider knows the payment by our id.
 */
export const offerPayment = async (
  o: PaymentDeps,
  state: PaymentState,
  { payer, ...asked }: { isRepeat: boolean; payer: Payer | null; isChargeOpen?: boolean },
): Promise<Offering> => {
  const isWaiting = state.status === 'requested' || state.status === 'unknown';
  // A payment that is to be canceled is not made first.
  if (!isWaiting || state.cancelRequest !== null) return { state, unanswered: undefined };

  const { facts, terms } = state;
  const made = await makeAtProvider(o, state, asked, async () => {
    const outcome = await o.providers.named(facts.provider).offer({ facts, terms, isRepeat: asked.isRepeat, payer });
    if (outcome.outcome !== 'offered') {
      const { outcome: cameTo, ...more } = outcome;
      const detail = 'detail' in more ? more.detail : undefined;
      o.log.warn({ paymentId: facts.paymentId, chargeId: facts.chargeId, cameTo, detail }, 'payment not offered');
    }
    return outcome;
  });
  return { state: made.state, unanswered: isUnanswered(made.outcome) ? made.outcome : undefined };
};

const isUnanswered = (outcome: OfferOutcome | undefined): outcome is Unanswered =>
  outcome?.outcome === 'unavailable' || outcome?.outcome === 'unknown';
