import { assertNever } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import { type PayoutEvent } from '../domain/payout-events';
import { type PayoutFacts, type PayoutState, preparedIn, railFacts, returnedMinorOf } from '../domain/payout';
import { shortened } from '../../payments/public/public-facts';

/** The contract's limit for a provider's text. */
const failureCharactersMax = 500;

/** The public form of each event of a payout. Its price is not published. */
export const toPublicPayout = (event: PayoutEvent, state: PayoutState): PublicForm | null => {
  if (state.status === 'absent') throw new Error('An event leaves no payout behind.');
  const { at } = event;
  const facts = publicFacts(state.facts);
  switch (event.type) {
    case 'PayoutRequested': {
      const { payCurrency, payAddress, memo, externalReference } = state.terms;
      const where = { payCurrency, payAddress, memo, externalReference, ...railFacts(state.facts) };
      const data = { ...facts, ...where, requestedAt: at };
      return { type: 'repasse.payout.requested.v1', data };
    }
    case 'PayoutPriced':
    case 'PayoutPrepared':
      return null;
    case 'PayoutConfirming':
      return {
        type: 'repasse.payout.confirming.v1',
        data: { ...facts, ...sent(state), confirmingAt: at, ...batch(state), ...railOf(state.facts) },
      };
    case 'PayoutSettled': {
      const { transactionHash, settledAt, endToEndId } = event.data;
      const how = { transactionHash, settledAt, ...(endToEndId === undefined ? {} : { endToEndId }) };
      return { type: 'repasse.payout.settled.v1', data: { ...facts, ...sent(state), ...how, ...paidBy(state.facts) } };
    }
    case 'PayoutReturned': {
      const { returnedMinor, returnReference, returnReason, returnedAt } = event.data;
      const returnedTotalMinor = 'returned' in state ? returnedMinorOf(state.returned) : returnedMinor;
      const returned = { returnedMinor, returnedTotalMinor, returnReference, returnReason, returnedAt };
      const data = { ...facts, ...returned, ...paidBy(state.facts) };
      return { type: 'repasse.payout.returned.v1', data };
    }
    case 'PayoutFailed': {
      const failure = shortened(event.data.failure, failureCharactersMax);
      return { type: 'repasse.payout.failed.v1', data: { ...facts, failure, failedAt: at, ...paidBy(state.facts) } };
    }
    default:
      return assertNever(event);
  }
};

/** Copied by name: a field the domain gains must not slip into a closed public schema. */
const publicFacts = (facts: PayoutFacts): Omit<PayoutFacts, 'rail' | 'destinationId' | 'payoutMinor'> => {
  const { withdrawalId, invoiceId, userId, amountMinor, currency, provider } = facts;
  return { withdrawalId, invoiceId, userId, amountMinor, currency, provider };
};

const railOf = ({ rail }: PayoutFacts) => (rail === undefined ? {} : { rail });

/** In each event that moves money, since the ledger's books are compared with one event at a time. */
const paidBy = (facts: PayoutFacts) => ({
  ...railOf(facts),
  ...(facts.payoutMinor === undefined ? {} : { payoutMinor: facts.payoutMinor }),
});

/** Where it is not known, the payout was rebuilt from an event without it. */
const batch = (state: PayoutState): { batchReference?: string } => {
  const batchReference = preparedIn(state)?.reference.batchReference ?? unknownBatch;
  return batchReference === unknownBatch ? {} : { batchReference };
};

export const unknownBatch = '';

const sent = (state: PayoutState) => {
  const prepared = preparedIn(state);
  if (prepared === null) throw new Error('A payout was sent before the provider had prepared it.');
  const { price, reference, terms } = prepared;
  const { providerReference } = reference;
  return { providerReference, payCurrency: terms.payCurrency, payAmount: price.payAmount };
};
