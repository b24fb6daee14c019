import { type AnyEvent } from '@repasse/contracts';
import { assertNever } from '@repasse/chassis/decider';
import { type Backward } from '@repasse/chassis/restore/rebuild-streams';
import { type PayoutEvent } from '../domain/payout-events';
import { type PayoutState, preparedIn, railFacts } from '../domain/payout';
import { unknownBatch } from './public-payouts';

export type PublicPayoutEvent = Extract<AnyEvent, { type: `repasse.payout.${string}` }>;

/** The opposite of public-payouts.ts: see payments/public/domain-events.ts. */
export const toDomainPayout = (event: PublicPayoutEvent, before: PayoutState): Backward<PayoutEvent> => {
  const { time: at } = event;
  switch (event.type) {
    case 'repasse.payout.requested.v1': {
      const { withdrawalId, invoiceId, userId, amountMinor, currency, provider } = event.data;
      const { payCurrency, payAddress, memo, externalReference } = event.data;
      const base = { withdrawalId, invoiceId, userId, amountMinor, currency, provider };
      const facts = { ...base, ...railFacts(event.data) };
      const terms = { payCurrency, payAddress, memo, externalReference };
      return { events: [{ type: 'PayoutRequested', at, data: { facts, terms } }] };
    }
    case 'repasse.payout.confirming.v1':
      return { events: [...prepared(event, before), { type: 'PayoutConfirming', at, data: {} }] };
    case 'repasse.payout.settled.v1': {
      const { transactionHash, settledAt, endToEndId } = event.data;
      const data = { transactionHash, settledAt, ...(endToEndId === undefined ? {} : { endToEndId }) };
      return { events: [...prepared(event, before), { type: 'PayoutSettled', at, data }] };
    }
    case 'repasse.payout.failed.v1':
      return { events: [{ type: 'PayoutFailed', at, data: { failure: event.data.failure } }] };
    case 'repasse.payout.returned.v1': {
      const { returnedMinor, returnReference, returnReason, returnedAt } = event.data;
      const data = { returnedMinor, returnReference, returnReason, returnedAt };
      return { events: [{ type: 'PayoutReturned', at, data }] };
    }
    default:
      return assertNever(event);
  }
};

type SentEvent = Extract<PublicPayoutEvent, { type: `repasse.payout.${'confirming' | 'settled'}.v1` }>;

/** A payout that was sent had a price and a name at the provider, which are private until then. */
const prepared = (event: SentEvent, before: PayoutState): readonly PayoutEvent[] => {
  if (preparedIn(before) !== null) return [];
  const { time: at, data } = event;
  const { payAmount, providerReference } = data;
  const batchReference = ('batchReference' in data ? data.batchReference : undefined) ?? unknownBatch;
  const price: PayoutEvent = { type: 'PayoutPriced', at, data: { price: { payAmount } } };
  return [
    ...(before.status === 'priced' ? [] : [price]),
    { type: 'PayoutPrepared', at, data: { reference: { batchReference, providerReference } } },
  ];
};
