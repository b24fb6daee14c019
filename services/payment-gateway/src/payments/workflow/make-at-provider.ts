import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type KnownPayment, type PaymentState } from '../domain/payment';
import { type OfferOutcome } from '../../providers/provider';
import { factsOfOffer } from './facts-of-offer';
import { type PaymentDeps } from './payment-deps';
import { recordProviderFacts } from './record-provider-facts';

interface Asked {
  /** The provider may have been asked before. */
  readonly isRepeat: boolean;
  /** Whether its charge was open when the payment was kept; otherwise that is looked up. */
  readonly isChargeOpen?: boolean;
}

/**
 * Has a provider make a payment, and records the outcome; there is none where the charge has ended, since `make` is not
 * called then.
 */
export const makeAtProvider = async (
  o: PaymentDeps,
  state: KnownPayment,
  asked: Asked,
  make: () => Promise<OfferOutcome>,
): Promise<{ readonly state: PaymentState; readonly outcome?: OfferOutcome }> => {
  const givenUp = await giveUpIfEnded(o, state, asked);
  if (givenUp !== undefined) return { state: givenUp };

  const { paymentId } = state.facts;
  const outcome = await make();
  const recorded = await recordProviderFacts(o, paymentId, factsOfOffer(outcome, toIso(o.clock.now())), 'offer');
  // A refused record means that the payment changed while the provider was asked; its current state counts.
  return { state: recorded.state ?? (await o.payments.load(paymentId)), outcome };
};

/**
 * A payment may be requested after its charge has ended, because the request and the event of the end travel apart.
 * Such a payment is canceled before a provider is asked for it; undefined when there is no reason to. One that was
 * asked for before may exist at the provider, so it is only marked, and the reconciler cancels it. With `isChargeOpen`
 * it was kept while the charge was open, so the consumer of the end finds it.
 */
const giveUpIfEnded = async (
  o: PaymentDeps,
  { facts: { paymentId, chargeId } }: KnownPayment,
  { isRepeat, isChargeOpen = false }: Asked,
): Promise<PaymentState | undefined> => {
  const reason = chargeId === null || isChargeOpen ? null : await o.payments.endedCharges.reasonOf(chargeId);
  if (reason === null) return undefined;

  // No provider was asked to make it, so none has to confirm that it is gone.
  const data = { reason, isUnmade: !isRepeat, now: toIso(o.clock.now()) };
  const decided = await o.payments.run(paymentId, { type: 'CancelPayment', data });
  if (isRejection(decided)) throw new Error(`Payment ${paymentId} cannot be given up: ${decided.code}.`);
  return decided.state;
};
