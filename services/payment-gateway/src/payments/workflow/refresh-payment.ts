import { toIso } from '@repasse/chassis/clock';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type KnownPayment } from '../domain/payment';
import { type Found, type Inspection } from '../../providers/provider';
import { type CallbackOutcome } from '../../callbacks/workflow/callback-worker';
import { factsOfInspection } from './facts-of-inspection';
import { type OfferDeps } from './offer-payment';
import { refOf } from './payment-ref';
import { type FactSource, recordProviderFacts } from './record-provider-facts';

export type RefreshDeps = OfferDeps & Pick<ServiceParts, 'ids'>;

export interface Refresher {
  /** Asks the provider about a payment and records all it says. */
  refresh(paymentId: string, source: FactSource): Promise<CallbackOutcome>;
  /** The same for a loaded payment; also returns the provider's answer, for the caller's own decisions. */
  look(state: KnownPayment, source: FactSource): Promise<Looked>;
}

export interface Looked {
  readonly found: Inspection;
  readonly outcome: CallbackOutcome;
}

export const createRefresher = (o: RefreshDeps): Refresher => {
  const look = async (state: KnownPayment, source: FactSource): Promise<Looked> => {
    const { paymentId, provider } = state.facts;
    const found = await o.providers.named(provider).inspect(refOf(state));
    switch (found.outcome) {
      case 'found':
        return { found, outcome: await recordFound(o, state, found, source) };
      case 'missing':
        return { found, outcome: 'unknown_payment' };
      case 'silent':
        o.log.warn({ paymentId, source, detail: found.detail }, 'provider keeps silent about a payment');
        return { found, outcome: 'silent' };
    }
  };
  return {
    look,
    refresh: async (paymentId, source) => {
      const state = await o.payments.recall(paymentId);
      return state.status === 'absent' ? 'unknown_payment' : (await look(state, source)).outcome;
    },
  };
};

const recordFound = async (
  o: RefreshDeps,
  state: KnownPayment,
  found: Found,
  source: FactSource,
): Promise<CallbackOutcome> => {
  const facts = factsOfInspection(state, found, { now: toIso(o.clock.now()), newId: () => o.ids.ulid() });
  const { outcome } = await recordProviderFacts(o, state.facts.paymentId, facts, source);
  return outcome === 'nothing' ? 'pending' : outcome;
};
