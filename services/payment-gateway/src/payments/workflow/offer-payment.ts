import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type PaymentState } from '../domain/payment';
import { type OfferOutcome, type Payer } from '../../providers/provider';
import { type ProviderRegistry } from '../../providers/registry';
import { type PaymentStore } from '../store/payment-store';
import { factsOfOffer } from './facts-of-offer';
import { giveUpIfEnded } from './give-up-if-ended';
import { recordProviderFacts } from './record-provider-facts';

export type Unanswered = Extract<OfferOutcome, { outcome: 'unavailable' | 'unknown' }>;

/** The payment after its provider was asked, and the reason why it was not offered. */
export interface Offering {
  readonly state: PaymentState;
  readonly unanswered: Unanswered | undefined;
}

export interface OfferDeps extends Pick<ServiceParts, 'clock' | 'log' | 'metrics'> {
  readonly payments: PaymentStore;
  readonly providers: ProviderRegistry;
}

/**
 * Asks the provider to make a payment that waits for it, and records the result. Payments in any other state are
 * returned unchanged. Safe to run twice, also at the same time: the provider knows the payment by our id.
 */
export const offerPayment = async (
  o: OfferDeps,
  state: PaymentState,
  asked: { isRepeat: boolean; payer: Payer | null; isChargeOpen?: boolean },
): Promise<Offering> => {
  const isWaiting = state.status === 'requested' || state.status === 'unknown';
  // A payment that is to be canceled is not made first.
  if (!isWaiting || state.cancelRequest !== null) return { state, unanswered: undefined };

  const givenUp = await giveUpIfEnded(o, state, asked);
  if (givenUp !== undefined) return { state: givenUp, unanswered: undefined };

  const { facts, terms } = state;
  const { isRepeat, payer } = asked;
  const outcome = await o.providers.named(facts.provider).offer({ facts, terms, isRepeat, payer });
  if (outcome.outcome !== 'offered') {
    const { outcome: cameTo, ...more } = outcome;
    const detail = 'detail' in more ? more.detail : undefined;
    o.log.warn({ paymentId: facts.paymentId, chargeId: facts.chargeId, cameTo, detail }, 'payment not offered');
  }
  const recorded = await recordProviderFacts(o, facts.paymentId, factsOfOffer(outcome, toIso(o.clock.now())), 'offer');
  // A refused record means that the payment changed while the provider was asked; its current state counts.
  const settled = recorded.state ?? (await o.payments.load(facts.paymentId));
  return { state: settled, unanswered: isUnanswered(outcome) ? outcome : undefined };
};

const isUnanswered = (outcome: OfferOutcome): outcome is Unanswered =>
  outcome.outcome === 'unavailable' || outcome.outcome === 'unknown';
