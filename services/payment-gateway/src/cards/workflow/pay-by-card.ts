import { toIso } from '@repasse/chassis/clock';
import { type PaymentState } from '../../payments/domain/payment';
import { type Card, SavedCard } from '../../providers/card';
import { type OfferOutcome, type Payer } from '../../providers/provider';
import { type SavedCards } from '../store/saved-cards';
import { factsOfOffer } from '../../payments/workflow/facts-of-offer';
import { giveUpIfEnded } from '../../payments/workflow/give-up-if-ended';
import { recordProviderFacts } from '../../payments/workflow/record-provider-facts';
import { type RefreshDeps, type Refresher } from '../../payments/workflow/refresh-payment';

export interface PayByCardDeps extends RefreshDeps {
  readonly refresher: Refresher;
  readonly savedCards: SavedCards;
}

export interface HowCharged {
  readonly isToBeSaved?: boolean;
  /** Whether its charge was open when the payment was kept; otherwise that is looked up. */
  readonly isChargeOpen?: boolean;
}

export interface PayByCard {
  /**
   * Sends a card to the acquirer, for the first and only time. Returns the payment afterwards. A card that is to be
   * saved is saved once it has paid.
   */
  charge(state: PaymentState, card: Card | SavedCard, payer: Payer | null, how?: HowCharged): Promise<PaymentState>;
  /** Looks up the outcome of a card that was sent before. */
  find(state: PaymentState): Promise<PaymentState>;
}

/**
 * Cards are sent once: when the answer is lost, the sale is looked up and never charged again. Only an acquirer that
 * was certainly not reached lets a payment fail at once, because nothing of the card is kept to try again.
 */
export const createPayByCard = (o: PayByCardDeps): PayByCard => ({
  charge: async (state, card, payer, { isToBeSaved = false, isChargeOpen = false } = {}) => {
    const provider = o.providers.forCards();
    if (state.status !== 'requested' || state.cancelRequest !== null || provider === undefined) return state;

    const givenUp = await giveUpIfEnded(o, state, { isRepeat: false, isChargeOpen });
    if (givenUp !== undefined) return givenUp;

    const { facts, terms } = state;
    const request = { facts, terms, payer, isRepeat: false, card, installments: facts.installments ?? 1, isToBeSaved };
    const outcome = await provider.charge(request);
    if (outcome.outcome !== 'received') {
      const detail = 'detail' in outcome ? outcome.detail : undefined;
      const { paymentId, chargeId } = facts;
      o.log.info({ paymentId, chargeId, cameTo: outcome.outcome, detail }, 'card not charged yet or not at all');
    }
    const said = factsOfOffer(finalOf(outcome), toIso(o.clock.now()));
    const recorded = await recordProviderFacts(o, facts.paymentId, said, 'offer');
    const after = recorded.state ?? (await o.payments.load(facts.paymentId));
    await saveCard(o, after, card, outcome);
    return after;
  },
  find: async (state) => {
    if (state.status !== 'requested' && state.status !== 'unknown' && state.status !== 'confirming') return state;
    await o.refresher.look(state, 'caller');
    return o.payments.load(state.facts.paymentId);
  },
});

/** The payer has paid: a card that could not be saved is a line in the log and takes nothing from that. */
const saveCard = async (
  o: PayByCardDeps,
  payment: PaymentState,
  card: Card | SavedCard,
  outcome: OfferOutcome,
): Promise<void> => {
  if (payment.status !== 'received' || card instanceof SavedCard || outcome.outcome !== 'received') return;
  if (outcome.savedCardToken === undefined) return;
  try {
    await o.savedCards.keep(payment.facts, card, outcome.savedCardToken);
  } catch (err) {
    o.log.error({ err, paymentId: payment.facts.paymentId }, 'card was to be saved and was not');
  }
};

const finalOf = (outcome: OfferOutcome): OfferOutcome =>
  outcome.outcome === 'unavailable'
    ? { outcome: 'refused', reason: 'PROVIDER_ERROR', detail: outcome.detail }
    : outcome;
