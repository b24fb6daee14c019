import { type PaymentState } from '../../payments/domain/payment';
import { type Card, SavedCard } from '../../providers/card';
import { type OfferOutcome, type Payer } from '../../providers/provider';
import { type SavedCards } from '../store/saved-cards';
import { makeAtProvider } from '../../payments/workflow/make-at-provider';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { lookAtPayment } from '../../payments/workflow/refresh-payment';

interface PayByCardDeps extends PaymentDeps {
  readonly savedCards: Pick<SavedCards, 'keep'>;
}

interface HowCharged {
  readonly payer: Payer | null;
  readonly isToBeSaved: boolean;
  /** Whether its charge was open when the payment was kept; otherwise that is looked up. */
  readonly isChargeOpen: boolean;
}

/**
 * Sends a card to the acquirer, for the first and only time, and returns the payment afterwards: when the answer is
 * lost, the sale is looked up and never charged again. Only an acquirer that was certainly not reached lets a payment
 * fail at once, because nothing of the card is kept to try again. A card that is to be saved is saved once it has paid.
 */
export const payByCard = async (
  o: PayByCardDeps,
  state: PaymentState,
  card: Card | SavedCard,
  { payer, isToBeSaved, isChargeOpen }: HowCharged,
): Promise<PaymentState> => {
  const provider = o.providers.forCards();
  if (state.status !== 'requested' || state.cancelRequest !== null || provider === undefined) return state;

  const { facts, terms } = state;
  const made = await makeAtProvider(o, state, { isRepeat: false, isChargeOpen }, async () => {
    const request = { facts, terms, payer, isRepeat: false, card, installments: facts.installments ?? 1, isToBeSaved };
    const outcome = await provider.charge(request);
    if (outcome.outcome !== 'received') {
      const detail = 'detail' in outcome ? outcome.detail : undefined;
      const { paymentId, chargeId } = facts;
      o.log.info({ paymentId, chargeId, cameTo: outcome.outcome, detail }, 'card not charged yet or not at all');
    }
    return finalOf(outcome);
  });
  if (made.outcome !== undefined) await saveCard(o, made.state, card, made.outcome);
  return made.state;
};

/** Looks up the outcome of a card that was sent before. */
export const findCardPayment = async (o: PaymentDeps, state: PaymentState): Promise<PaymentState> => {
  if (state.status !== 'requested' && state.status !== 'unknown' && state.status !== 'confirming') return state;
  await lookAtPayment(o, state, 'caller');
  return o.payments.load(state.facts.paymentId);
};

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
