import { catalogueEntry, type EventType } from '@repasse/contracts';
import { exampleEvent } from '@repasse/chassis/testing/example-event';
import * as cast from '../../../test/support/payouts';
import { payout } from '../domain/payout.decide';
import { type PayoutEvent } from '../domain/payout-events';
import { type PayoutState } from '../domain/payout';
import { toDomainPayout, type PublicPayoutEvent } from './domain-payouts';
import { toPublicPayout } from './public-payouts';

const requested = 'repasse.payout.requested.v1';
const confirming = 'repasse.payout.confirming.v1';
const absent: PayoutState = { status: 'absent' };

const examples = (types: readonly EventType[]): readonly PublicPayoutEvent[] =>
  types.map((type, index) => {
    const { requestedAt, confirmingAt, failedAt } = catalogueEntry(type).example as Partial<Record<string, string>>;
    const time = requestedAt ?? confirmingAt ?? failedAt ?? cast.now;
    return exampleEvent(type, { key: cast.facts.withdrawalId, position: index + 1, time }) as PublicPayoutEvent;
  });

const rebuilt = (events: readonly PublicPayoutEvent[], from: PayoutState = absent): readonly PayoutEvent[] => {
  let state = from;
  return events.flatMap((event) => {
    const { events: its } = toDomainPayout(event, state);
    state = its.reduce(payout.evolve, state);
    return its;
  });
};

const told = (history: readonly PayoutEvent[], from: PayoutState = absent) => {
  let state = from;
  return history.flatMap((event) => {
    state = payout.evolve(state, event);
    return toPublicPayout(event, state) ?? [];
  });
};

describe('the domain events that a public one of a payout tells of', () => {
  it.each<readonly EventType[]>([
    [requested],
    [requested, confirming],
    [requested, confirming, 'repasse.payout.settled.v1'],
    [requested, 'repasse.payout.settled.v1'],
    [requested, 'repasse.payout.failed.v1'],
    [requested, 'repasse.payout.settled.v1', 'repasse.payout.returned.v1'],
  ])('are told again word for word: %s %s %s', (...types) => {
    const events = examples(types);

    expect(told(rebuilt(events))).toEqual(events.map(({ type, data }) => ({ type, data })));
  });

  it('release no second payout: one that was sent is being sent, under its own name', () => {
    const state = rebuilt(examples([requested, confirming])).reduce(payout.evolve, absent);

    expect(state).toMatchObject({
      status: 'processing',
      price: { payAmount: '91.24' },
      reference: { providerReference: '5000000713', batchReference: '5000000712' },
    });
  });

  it('go on from a payout that the database knows to be priced or prepared', () => {
    const priced = [cast.requested, cast.priced].reduce(payout.evolve, absent);
    const prepared = payout.evolve(priced, cast.prepared);
    const typesAfter = (from: PayoutState) => rebuilt(examples([confirming]), from).map(({ type }) => type);

    expect(typesAfter(priced)).toEqual(['PayoutPrepared', 'PayoutConfirming']);
    expect(typesAfter(prepared)).toEqual(['PayoutConfirming']);
  });
});
