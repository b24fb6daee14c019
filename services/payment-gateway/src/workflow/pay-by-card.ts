import { type PaymentState } from '../domain/payment';
import { type Card } from '../providers/card';
import { type OfferOutcome, type Payer } from '../providers/provider';
import { giveUpIfEnded } from './give-up-if-ended';
import { recordOutcome } from './record-outcome';
import { type RefreshDeps, type Refresher } from './refresh-payment';

export interface PayByCardDeps extends RefreshDeps {
  readonly refresher: Refresher;
}

export interface PayByCard {
  /** Sends a card to the acquirer, for the first and only time. Answers the payment as it stands afterwards. */
  charge(state: PaymentState, card: Card, payer: Payer | null): Promise<PaymentState>;
  /** Looks for what became of a card that was sent before. */
  find(state: PaymentState): Promise<PaymentState>;
}

/**
 * Cards are sent once: when the answer is lost, the acquirer is asked what it knows and never to charge again. Only an
 * acquirer that was certainly not reached lets a payment fail at once, because nothing of the card is kept to try again.
 */
export const createPayByCard = (o: PayByCardDeps): PayByCard => ({
  charge: async (state, card, payer) => {
    const provider = o.providers.forCards();
    if (state.status !== 'requested' || state.cancelRequest !== null || provider === undefined) return state;

    const givenUp = await giveUpIfEnded(o, state, { isRepeat: false });
    if (givenUp !== undefined) return givenUp;

    const { facts, terms } = state;
    const request = { facts, terms, payer, isRepeat: false, card, installments: facts.installments ?? 1 };
    const outcome = await provider.charge(request);
    if (outcome.outcome !== 'received') {
      const detail = 'detail' in outcome ? outcome.detail : undefined;
      const { paymentId, chargeId } = facts;
      o.log.info({ paymentId, chargeId, cameTo: outcome.outcome, detail }, 'card not charged yet or not at all');
    }
    return recordOutcome(o, facts.paymentId, finalOf(outcome));
  },
  find: async (state) => {
    if (state.status !== 'requested' && state.status !== 'unknown' && state.status !== 'confirming') return state;
    await o.refresher.look(state, 'caller');
    return o.payments.load(state.facts.paymentId);
  },
});

const finalOf = (outcome: OfferOutcome): OfferOutcome =>
  outcome.outcome === 'unavailable'
    ? { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: outcome.detail }
    : outcome;
