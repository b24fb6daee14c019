import { assertNever } from '@repasse/chassis/decider';
import { type PayoutFacts, type PayoutState, type PayoutTerms, preparedIn } from './payout';
import { type PayoutEvent } from './payout-events';

export const evolvePayout = (state: PayoutState, event: PayoutEvent): PayoutState => {
  switch (event.type) {
    case 'PayoutRequested':
      return { status: 'requested', facts: payoutFactsOf(event.data), terms: termsOf(event.data) };
    case 'PayoutPriced':
      return state.status === 'requested'
        ? { ...state, status: 'priced', price: event.data.price }
        : corrupt('it was priced');
    case 'PayoutPrepared':
      return state.status === 'priced'
        ? { ...state, status: 'prepared', reference: event.data.reference }
        : corrupt('the provider had it');
    case 'PayoutConfirming':
      return state.status === 'prepared' ? { ...state, status: 'processing' } : corrupt('it was let go');
    case 'PayoutSettled':
      return state.status === 'prepared' || state.status === 'processing'
        ? { ...state, status: 'paid' }
        : corrupt('it was sent');
    case 'PayoutFailed': {
      if (state.status === 'absent') return corrupt('it failed');
      const { facts, terms } = state;
      return { status: 'failed', facts, terms, failure: event.data.failure, prepared: preparedIn(state) };
    }
    default:
      return assertNever(event);
  }
};

/** A history that allows no such event is corrupt, so stop before money moves on it. */
const corrupt = (what: string): never => {
  throw new Error(`Corrupt history of a payout: ${what}, and nothing before it allows that.`);
};

// An event carries more than these; picking by name keeps other fields out of the state.
export const payoutFactsOf = (data: PayoutFacts): PayoutFacts => ({
  withdrawalId: data.withdrawalId,
  invoiceId: data.invoiceId,
  userId: data.userId,
  amountMinor: data.amountMinor,
  currency: data.currency,
  provider: data.provider,
});

const termsOf = (data: PayoutTerms): PayoutTerms => ({
  payCurrency: data.payCurrency,
  payAddress: data.payAddress,
  memo: data.memo,
  externalReference: data.externalReference,
});
