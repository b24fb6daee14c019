import { type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { type RequestPayment } from '../domain/payment-commands';
import { type CardSummary, type KnownPayment, type PaymentFacts } from '../domain/payment';
import { type Payer } from '../providers/provider';
import { type PaymentStore } from '../store/payment-store';
import { type SavedCards } from '../store/saved-cards';
import { type PayByCard } from '../workflow/pay-by-card';
import { installmentsFault } from '../checkout/pay-at-checkout-faults';
import { fieldRefused, savedCardDeclined } from './card-refusals';
import { notMadeProblem, rejectionProblem } from './payment-problems';
import { knownOf } from './payment-request';

export interface PayBySavedCardDeps {
  readonly payments: PaymentStore;
  readonly savedCards: SavedCards;
  readonly payByCard: PayByCard;
  readonly clock: Clock;
}

/** What POST /payments/v1/card asks for, whoever's card it is paid by. */
export interface Asked {
  readonly facts: PaymentFacts;
  readonly terms: RequestPayment['data']['terms'];
  readonly payer: Payer | null;
  readonly installments: number;
  readonly now: string;
}

/**
 * A payment by a saved card: no page, no payer. As with every card the payment has committed before anything is sent, so
 * that a repeat under the same Idempotency-Key finds it and asks what became of it instead of charging again.
 */
export const payBySavedCard = async (
  o: PayBySavedCardDeps,
  cardToken: string,
  asked: Asked,
): Promise<KnownPayment | ApiResponse> => {
  const { facts, payer } = asked;
  const card = await o.savedCards.find({ cardToken, userId: facts.userId, provider: facts.provider });
  const shown = card ?? (await cardOfRepeat(o, facts));
  // Another merchant's is told of in the same words, so that nobody learns which exist.
  if (shown === undefined) throw fieldRefused('card_token', 'is none of your saved cards.');
  refuseInstallments(asked);

  const decided = await o.payments.request(commandOf(asked, shown), { payer });
  if (isRejection(decided)) return rejectionProblem(decided);

  const { state, events } = decided;
  const isFirst = events.length > 0 && card !== undefined;
  const after = isFirst ? await o.payByCard.charge(state, card, payer) : await o.payByCard.find(state);
  const payment = knownOf(facts.paymentId, after);
  if (payment.status !== 'failed') return payment;
  return payment.reason === 'DECLINED' ? savedCardDeclined(payment, payment.decline) : notMadeProblem(payment);
};

/** Of a payment that was cut off and whose card was erased since: a repeat is told what became of it all the same. */
const cardOfRepeat = async (
  { payments }: PayBySavedCardDeps,
  { paymentId }: PaymentFacts,
): Promise<CardSummary | undefined> => {
  const state = await payments.load(paymentId);
  return state.status === 'absent' ? undefined : (state.terms.card ?? undefined);
};

const commandOf = ({ facts, terms, installments, now }: Asked, { brand, last4 }: CardSummary): RequestPayment => ({
  type: 'RequestPayment',
  data: {
    facts: { ...facts, installments },
    terms: { ...terms, card: { brand, last4 }, standalone: { clientMode: 'noNeedToSpecify', checkoutId: null } },
    now,
  },
});

const refuseInstallments = ({ facts: { amountMinor }, installments }: Asked): void => {
  const fault = installmentsFault({ amountMinor, installments, max: installments });
  if (fault !== undefined) throw fieldRefused('installments', fault);
};
