import { toIso } from '@repasse/chassis/clock';
import { type KnownPayment } from '../domain/payment';
import { type Inspection } from '../../providers/provider';
import { type CallbackOutcome } from '../../callbacks/workflow/callback-worker';
import { factsOfInspection } from './facts-of-inspection';
import { type PaymentDeps } from './payment-deps';
import { refOf } from './payment-ref';
import { type FactSource, recordProviderFacts } from './record-provider-facts';

/** Asks the provider about a payment and records all it says. */
export const refreshPayment = async (
  o: PaymentDeps,
  paymentId: string,
  source: FactSource,
): Promise<CallbackOutcome> => {
  const state = await o.payments.recall(paymentId);
  return state.status === 'absent' ? 'unknown_payment' : (await lookAtPayment(o, state, source)).outcome;
};

/** The same for a loaded payment; also returns the provider's answer, for the caller's own decisions. */
export const lookAtPayment = async (
  o: PaymentDeps,
  state: KnownPayment,
  source: FactSource,
): Promise<{ readonly found: Inspection; readonly outcome: CallbackOutcome }> => {
  const { paymentId, provider } = state.facts;
  const found = await o.providers.named(provider).inspect(refOf(state));
  switch (found.outcome) {
    case 'found': {
      const facts = factsOfInspection(state, found, { now: toIso(o.clock.now()), newId: () => o.ids.ulid() });
      const { outcome } = await recordProviderFacts(o, paymentId, facts, source);
      return { found, outcome: outcome === 'nothing' ? 'pending' : outcome };
    }
    case 'missing':
      return { found, outcome: 'unknown_payment' };
    case 'silent':
      o.log.warn({ paymentId, source, detail: found.detail }, 'provider keeps silent about a payment');
      return { found, outcome: 'silent' };
  }
};
