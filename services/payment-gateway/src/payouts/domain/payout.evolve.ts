import { assertNever } from '@repasse/chassis/decider';
import { type PayoutState, preparedIn, returnedMinorOf, sentMinorOf } from './payout';
import { type PayoutEvent } from './payout-events';

export const evolvePayout = (state: PayoutState, event: PayoutEvent): PayoutState => {
  switch (event.type) {
    case 'PayoutRequested':
      return { status: 'requested', ...event.data };
    case 'PayoutPriced':
      return state.status === 'requested'
        ? { ...state, status: 'priced', price: event.data.price }
        : corrupt('it was priced');
    case 'PayoutPrepared':
      return state.status === 'priced'
        ? { ...state, status: 'prepared', reference: event.data.reference, preparedAt: event.at }
        : corrupt('the provider had it');
    case 'PayoutConfirming':
      return state.status === 'prepared' ? { ...state, status: 'processing' } : corrupt('it was let go');
    case 'PayoutSettled':
      return state.status === 'prepared' || state.status === 'processing'
        ? { ...state, status: 'paid', settledAt: event.data.settledAt, returned: [] }
        : corrupt('it was sent');
    case 'PayoutReturned': {
      if (state.status !== 'paid') return corrupt('money came back');
      const { returnReference: reference, returnedMinor: amountMinor } = event.data;
      const returned = [...state.returned, { reference, amountMinor }];
      const isAll = returnedMinorOf(returned) >= sentMinorOf(state.facts);
      return { ...state, status: isAll ? 'returned' : 'paid', returned };
    }
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
