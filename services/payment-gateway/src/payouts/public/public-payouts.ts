import { assertNever } from '@repasse/chassis/decider';
import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { payoutFactsOf } from '../domain/payout.evolve';
import { type PayoutEvent } from '../domain/payout-events';
import { type PayoutFacts } from '../domain/payout';
import { shortened } from '../../payments/public/shortened';

/** The contract's limit for a provider's text. */
const failureCharactersMax = 500;

/** What others are told of each event of a payout. What it was priced at and how it was asked for stay here. */
export const toPublicPayout = (event: PayoutEvent): Announcement | null => {
  const envelope = { key: event.data.withdrawalId };
  const facts: PayoutFacts = payoutFactsOf(event.data);
  switch (event.type) {
    case 'PayoutRequested': {
      const { payCurrency, payAddress, memo, externalReference, requestedAt } = event.data;
      const data = { ...facts, payCurrency, payAddress, memo, externalReference, requestedAt };
      return { ...envelope, type: 'repasse.payout.requested.v1', time: requestedAt, data };
    }
    case 'PayoutPriced':
    case 'PayoutPrepared':
      return null;
    case 'PayoutConfirming': {
      const { confirmingAt } = event.data;
      const data = { ...facts, ...sent(event.data), confirmingAt };
      return { ...envelope, type: 'repasse.payout.confirming.v1', time: confirmingAt, data };
    }
    case 'PayoutSettled': {
      const { transactionHash, settledAt, recordedAt } = event.data;
      const data = { ...facts, ...sent(event.data), transactionHash, settledAt };
      return { ...envelope, type: 'repasse.payout.settled.v1', time: recordedAt, data };
    }
    case 'PayoutFailed': {
      const { failure, failedAt } = event.data;
      const data = { ...facts, failure: shortened(failure, failureCharactersMax), failedAt };
      return { ...envelope, type: 'repasse.payout.failed.v1', time: failedAt, data };
    }
    default:
      return assertNever(event);
  }
};

type Sent = Extract<PayoutEvent, { type: 'PayoutConfirming' | 'PayoutSettled' }>['data'];

const sent = ({ payCurrency, price, reference }: Sent) => ({
  providerReference: reference.providerReference,
  payCurrency,
  payAmount: price.payAmount,
});
