import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type Fault } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/payment-gateway';
import { type CardSummary } from '../../payments/domain/methods';
import { knownOf } from '../../payments/domain/payment';
import { Card, type SavedCard } from '../../providers/card';
import { type CardProvider } from '../../providers/provider';
import { type SavedCards } from '../store/saved-cards';
import { findCardPayment, payByCard } from '../workflow/pay-by-card';
import { type PaymentDeps } from '../../payments/workflow/payment-deps';
import { payerOf, requestOf } from '../../payments/http/payment-request';
import { type PaymentBodyOf } from '../../payments/http/payment-body';
import { methodNotSupported, rejectionProblem, savedCardNotFound } from '../../payments/http/payment-problems';

type Body = components['schemas']['RequestCardPayment'];

interface RequestCardPaymentDeps extends PaymentDeps {
  readonly savedCards: Pick<SavedCards, 'canKeep' | 'find' | 'keep'>;
  readonly paymentBody: PaymentBodyOf;
}

/**
 * POST /internal/card-payments: opens a payment and charges a card. The caller's paymentId makes it repeatable: a card
 * is sent to the acquirer once, and a repeat returns the outcome.
 */
export const requestCardPayment = (o: RequestCardPaymentDeps): Operation<Body> => ({
  check: ({ body }, faulty) => (faulty.size > 0 ? [] : currencyFaults(body)),
  handle: async ({ body }) => {
    const provider = o.providers.forCards();
    if (provider === undefined) return methodNotSupported('CREDIT_CARD');

    const card = await cardOf(o, provider, body);
    const summary = card ?? (await cardOfRepeat(o, body.paymentId));
    if (summary === undefined) return savedCardNotFound();
    const payer = payerOf(body.payer);
    const decided = await o.payments.request(await commandOf(o, provider, body, summary), { payer });
    if (isRejection(decided)) return rejectionProblem(decided);

    const { state, events, isChargeOpen } = decided;
    // The acquirer is asked to keep a card only if we can keep its token.
    const isToBeSaved = body.saveCard && o.savedCards.canKeep;
    const after =
      events.length > 0 && card !== undefined
        ? await payByCard(o, state, card, { payer, isChargeOpen, isToBeSaved })
        : await findCardPayment(o, state);
    return { status: 200, body: o.paymentBody(knownOf(body.paymentId, after)) };
  },
});

/** Undefined when the merchant has no such saved card, or has it no more. */
const cardOf = async (
  { savedCards }: RequestCardPaymentDeps,
  { name: provider }: CardProvider,
  { card, cardToken = '', userId }: Body,
): Promise<Card | SavedCard | undefined> =>
  card === undefined ? savedCards.find({ cardToken, userId, provider }) : new Card(card);

/** Of a payment whose saved card was erased since: a repeat still gets the outcome. */
const cardOfRepeat = async (
  { payments }: RequestCardPaymentDeps,
  paymentId: string,
): Promise<CardSummary | undefined> => {
  const state = await payments.load(paymentId);
  return state.status === 'absent' ? undefined : (state.terms.card ?? undefined);
};

const commandOf = (
  o: RequestCardPaymentDeps,
  { name: provider, paymentMethod }: CardProvider,
  body: Body,
  { brand, last4 }: CardSummary,
) => {
  const { paymentId, userId, chargeId, attemptId, amountMinor, currency, installments, expiresAt } = body;
  const ids = { paymentId, userId, chargeId, attemptId };
  const card = { brand, last4 };
  return requestOf(
    o,
    { ...ids, paymentMethod, amountMinor, currency, provider, fx: null, installments },
    { externalReference: body.externalReference ?? null, description: body.description ?? null, card, expiresAt },
  );
};

const currencyFaults = ({ currency }: Body): readonly Fault[] =>
  currency === 'BRL' ? [] : [{ field: 'currency', message: 'Card payments are in BRL.' }];
