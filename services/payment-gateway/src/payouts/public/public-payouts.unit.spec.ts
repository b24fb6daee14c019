import { eventCatalogue, validateEvent } from '@repasse/contracts';
import * as cast from '../../../test/support/payouts';
import { payout } from '../domain/payout.decide';
import { type PayoutEvent } from '../domain/payout-events';
import { toPublicPayout } from './public-payouts';

const { withdrawalId } = cast.facts;
const prepared = [cast.requested, cast.priced, cast.prepared];
/** Each event after the history it needs. */
const events: readonly (readonly PayoutEvent[])[] = [
  [cast.requested],
  [...prepared, cast.confirming],
  [...prepared, cast.settled],
  [...prepared, cast.failed],
  [...cast.pixPaid, cast.returned],
];

/** Of the last event. */
const publicOf = (history: readonly PayoutEvent[]) => {
  const last = history.at(-1);
  if (last === undefined) throw new Error('A history begins with the request.');
  return toPublicPayout(last, history.reduce(payout.evolve, payout.initialState));
};

describe('the public form of a payout’s events', () => {
  it.each(events)('is what the contract says', (...history) => {
    const published = publicOf(history);

    expect(published).toMatchObject({ data: { withdrawalId, amountMinor: 50_000 } });
    expect(published === null ? ['private'] : validateEvent(published.type, published.data)).toEqual([]);
  });

  it('says how much is sent and under which name, and not by which rate', () => {
    const text = JSON.stringify(events.map(publicOf));

    expect(text).toContain('"payAmount":"89.89"');
    expect(text).toContain('"providerReference":"5000000713"');
    expect(text).not.toContain('5.562');
  });

  it('has something to say where the provider says nothing, or too much', () => {
    const failedFor = (failure: string) =>
      publicOf([cast.requested, { type: 'PayoutFailed', at: cast.now, data: { failure } }]);

    expect(failedFor('')?.data).toMatchObject({ failure: '-' });
    expect(validateEvent('repasse.payout.failed.v1', failedFor('x'.repeat(600))?.data)).toEqual([]);
  });

  it('says nothing of a payout that is priced and prepared', () => {
    expect([publicOf(prepared.slice(0, 2)), publicOf(prepared)]).toEqual([null, null]);
  });

  it('covers every event the catalogue has of payouts', () => {
    const listed = eventCatalogue.filter(({ topic }) => topic === 'payout.events.v1').map(({ type }) => type);

    expect(events.map((history) => publicOf(history)?.type).sort()).toEqual([...listed].sort());
  });
});
