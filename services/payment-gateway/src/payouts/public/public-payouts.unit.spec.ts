import { eventCatalogue, validateEvent } from '@repasse/contracts';
import * as cast from '../../../test/support/payouts';
import { type PayoutEvent } from '../domain/payout-events';
import { toPublicPayout } from './public-payouts';

const { withdrawalId } = cast.facts;
const events: readonly PayoutEvent[] = [cast.requested, cast.confirming, cast.settled, cast.failed];

describe('the public form of a payout’s events', () => {
  it.each(events)('of $type is what the contract says, under the withdrawal', (event) => {
    const published = toPublicPayout(event);

    expect(published).toMatchObject({ key: withdrawalId, time: cast.now, data: { withdrawalId, amountMinor: 50_000 } });
    expect(published === null ? ['private'] : validateEvent(published.type, published.data)).toEqual([]);
  });

  it('says how much is sent and under which name, and not by which rate or in which batch', () => {
    const text = JSON.stringify(events.map(toPublicPayout));

    expect(text).toContain('"payAmount":"89.89"');
    expect(text).toContain('"providerReference":"5000000713"');
    for (const own of ['5.562', cast.reference.batchReference]) expect(text).not.toContain(own);
  });

  it('has something to say where the provider says nothing, or too much', () => {
    const failedFor = (failure: string) =>
      toPublicPayout({ type: 'PayoutFailed', data: { ...cast.facts, failure, failedAt: cast.now } });

    expect(failedFor('')?.data).toMatchObject({ failure: '-' });
    expect(validateEvent('repasse.payout.failed.v1', failedFor('x'.repeat(600))?.data)).toEqual([]);
  });

  it.each([cast.priced, cast.prepared])('of $type is that it stays private', (event) => {
    expect(toPublicPayout(event)).toBeNull();
  });

  it('covers every event the catalogue has of payouts', () => {
    const listed = eventCatalogue.filter(({ topic }) => topic === 'payout.events.v1').map(({ type }) => type);

    expect(events.map((event) => toPublicPayout(event)?.type).sort()).toEqual([...listed].sort());
  });
});
