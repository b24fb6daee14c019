import { type Clock, toIso } from '@repasse/chassis/clock';
import { assertNever, isRejection } from '@repasse/chassis/decider';
import { type Logger } from '@repasse/chassis/log/logger';
import { type PaymentState } from '../domain/payment';
import { type PaymentCommand, type RequestPayment } from '../domain/payment.decide';
import { type OfferOutcome, type Payer } from '../providers/provider';
import { type ProviderRegistry } from '../providers/registry';
import { type PaymentStore } from '../store/payment-store';

export type Unanswered = Extract<OfferOutcome, { outcome: 'unavailable' | 'unknown' }>;

/** The payment as it stands after its provider was asked, and what kept it from being offered. */
export interface Offering {
  readonly state: PaymentState;
  readonly unanswered: Unanswered | undefined;
}

export interface OfferDeps {
  readonly payments: PaymentStore;
  readonly providers: ProviderRegistry;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Asks the provider to make a payment that is waiting for it, and records what came of it. Payments in any other
 * state are answered as they are. Safe to run twice, also at the same time: the provider knows the payment by our id.
 */
export const offerPayment = async (
  o: OfferDeps,
  state: PaymentState,
  asked: { isRepeat: boolean; payer: Payer | null },
): Promise<Offering> => {
  if (state.status !== 'requested' && state.status !== 'unknown') return { state, unanswered: undefined };

  const { facts, terms } = state;
  const outcome = await o.providers.named(facts.provider).offer({ facts, terms, ...asked });
  const now = toIso(o.clock.now());
  if (outcome.outcome !== 'offered') {
    o.log.warn({ paymentId: facts.paymentId, chargeId: facts.chargeId, ...outcome }, 'payment not offered');
  }
  const command = commandOf(outcome, now);
  const decided = command === undefined ? undefined : await o.payments.run(facts.paymentId, command);
  // A rejection means that the payment moved on while the provider was asked; where it is now is the answer.
  const settled =
    decided === undefined || isRejection(decided) ? await o.payments.load(facts.paymentId) : decided.state;
  return { state: settled, unanswered: isUnanswered(outcome) ? outcome : undefined };
};

/** What is to be recorded; nothing when nothing happened over there. */
const commandOf = (outcome: OfferOutcome, now: string): Exclude<PaymentCommand, RequestPayment> | undefined => {
  switch (outcome.outcome) {
    case 'offered':
      return { type: 'OfferPayment', data: { offer: outcome.offer, now } };
    case 'refused':
      return { type: 'FailPayment', data: { reason: outcome.reason, detail: outcome.detail, now } };
    case 'unknown':
      return { type: 'RecordUnknownOutcome', data: { now } };
    case 'unavailable':
      return undefined;
    default:
      return assertNever(outcome);
  }
};

const isUnanswered = (outcome: OfferOutcome): outcome is Unanswered =>
  outcome.outcome === 'unavailable' || outcome.outcome === 'unknown';
