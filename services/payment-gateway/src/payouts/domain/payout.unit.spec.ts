import { given } from '@repasse/chassis/decider';
import { fakeClock } from '@repasse/chassis/testing/clock';
import * as cast from '../../../test/support/payouts';
import { type PayoutCommand } from './payout-commands';
import { payout } from './payout.decide';
import { payoutDueAfter, payoutPauses } from './payout-due-time';
import { type PayoutEvent } from './payout-events';
import { retryAt } from '../../workflow/retry-at';

const { now, facts, terms, price, reference, requested, priced, prepared, confirming, settled, failed } = cast;
const { providerReference } = reference;
const other = { batchReference: '5000000249', providerReference: '5000000714' };

const request = (of: Partial<typeof facts> = {}, to: Partial<typeof terms> = {}): PayoutCommand => ({
  type: 'RequestPayout',
  data: { facts: { ...facts, ...of }, terms: { ...terms, ...to }, now },
});
const settle = (of = providerReference): PayoutCommand => ({
  type: 'SettlePayout',
  data: { providerReference: of, transactionHash: '0x8d3c', settledAt: now, now },
});
const fail = (of = providerReference): PayoutCommand => ({
  type: 'FailPayout',
  data: { providerReference: of, failure: 'Invalid payout address.', now },
});
const refuse: PayoutCommand = { type: 'RefusePayout', data: { failure: 'Invalid payout address.', now } };
const prepare = (of = reference): PayoutCommand => ({ type: 'PreparePayout', data: { reference: of, now } });
const confirm: PayoutCommand = { type: 'ConfirmPayout', data: { providerReference, now } };
const set: PayoutCommand = { type: 'PricePayout', data: { price, now } };

const right: readonly (readonly [string, PayoutEvent[], PayoutCommand, PayoutEvent])[] = [
  ['is requested', [], request(), requested],
  ['is priced', [requested], set, priced],
  ['is prepared', [requested, priced], prepare(), prepared],
  ['is confirmed', [requested, priced, prepared], confirm, confirming],
  ['is settled', [requested, priced, prepared, confirming], settle(), settled],
  ['is settled by an answer that overtook the one before', [requested, priced, prepared], settle(), settled],
  ['is refused', [requested, priced], refuse, failed],
  ['is refused before it has a price', [requested], refuse, failed],
  ['fails', [requested, priced, prepared, confirming], fail(), failed],
];
const silent: readonly (readonly [string, PayoutEvent[], PayoutCommand])[] = [
  ['is requested again under another invoice number', [requested, priced], request({ invoiceId: 50_008 })],
  ['is priced again', [requested, priced], { type: 'PricePayout', data: { price: { ...price, payAmount: '1' }, now } }],
  ['is prepared a second time by a slower process', [requested, priced, prepared], prepare(other)],
  ['is refused by the answer to that second request', [requested, priced, prepared], refuse],
  ['is prepared after it was refused', [requested, priced, failed], prepare()],
  ['is confirmed again', [requested, priced, prepared, confirming], confirm],
  ['is settled again', [requested, priced, prepared, settled], settle()],
  ['fails again', [requested, priced, prepared, failed], fail()],
];
const refused: readonly (readonly [string, PayoutEvent[], PayoutCommand, string])[] = [
  ['that is nothing', [], request({ amountMinor: 0 }), 'payout.amount_out_of_range'],
  ['in another currency', [], request({ currency: 'EUR' }), 'payout.currency_not_supported'],
  ['of another amount', [requested], request({ amountMinor: 1 }), 'payout.exists_with_different_content'],
  ['to another address', [requested], request({}, { payAddress: '0xdead' }), 'payout.exists_with_different_content'],
  ['to another memo', [requested], request({}, { memo: '7' }), 'payout.exists_with_different_content'],
  ['that has no price', [requested], prepare(), 'payout.not_priced'],
  ['under another name', [requested, priced, prepared], settle('5000000714'), 'payout.reference_differs'],
  ['without a name', [requested, priced], settle(), 'payout.reference_differs'],
  ['that was refused', [requested, priced, failed], settle(), 'payout.reference_differs'],
  ['that has failed', [requested, priced, prepared, failed], settle(), 'payout.ended_otherwise'],
  ['that has failed and is on its way', [requested, priced, prepared, failed], confirm, 'payout.ended_otherwise'],
  ['that was paid', [requested, priced, prepared, settled], fail(), 'payout.ended_otherwise'],
  ['that was not requested', [], settle(), 'payout.not_found'],
];

describe('a payout', () => {
  it.each(right)('%s', (_, history, command, event) => {
    expect(given(payout, ...history).when(command)).toEqual([event]);
  });

  it.each(silent)('stays as it is when it %s', (_, history, command) => {
    expect(given(payout, ...history).when(command)).toEqual([]);
  });

  it.each(refused)('%s is refused', (_, history, command, code) => {
    expect(given(payout, ...history).when(command)).toMatchObject({ rejected: true, code });
  });

  it('cannot be folded from a history that allows no such event', () => {
    expect(() => payout.evolve(payout.initialState, settled)).toThrow('Corrupt history');
    expect(() => [requested, prepared].reduce(payout.evolve, payout.initialState)).toThrow('Corrupt history');
  });
});

describe('money that comes back', () => {
  const back = (returnedMinor: number, returnReference = 'D2', providerReference = cast.idEnvio): PayoutCommand => ({
    type: 'ReturnPayout',
    data: { providerReference, returnedMinor, returnReference, returnReason: null, returnedAt: now, now },
  });
  const stateAfter = (...history: readonly PayoutEvent[]) => history.reduce(payout.evolve, payout.initialState);
  const type = 'PayoutReturned';

  it('is recorded once for each transfer that brought it', () => {
    const history = [...cast.pixPaid, cast.returned];

    expect(given(payout, ...history).when(back(9_800, 'D1'))).toEqual([]);
    expect(given(payout, ...history).when(back(40_000))).toMatchObject([{ type, data: { returnedMinor: 40_000 } }]);
  });

  it('leaves the payout paid until all of it is back', () => {
    const part = stateAfter(...cast.pixPaid, cast.returned);
    const data = { returnedMinor: 40_000, returnReference: 'D2', returnReason: null, returnedAt: now };

    expect(part.status).toBe('paid');
    expect(payout.evolve(part, { type, at: now, data }).status).toBe('returned');
  });

  it.each([
    ['is more than was sent', cast.pixPaid, back(49_801), 'payout.returned_too_much'],
    ['is more than is left', [...cast.pixPaid, cast.returned], back(40_001), 'payout.returned_too_much'],
    ['is nothing', cast.pixPaid, back(0), 'payout.returned_too_much'],
    ['is of another payout', cast.pixPaid, back(1, 'D2', 'another'), 'payout.reference_differs'],
    ['was never paid', cast.pixPaid.slice(0, 3), back(1), 'payout.not_paid'],
    ['is of nothing', [], back(1), 'payout.not_found'],
  ])('is refused when it %s', (_, history, command, code) => {
    expect(given(payout, ...history).when(command)).toMatchObject({ rejected: true, code });
  });

  it('is looked for during some days after a payout by PIX, and never after coins', () => {
    const paid = stateAfter(...cast.pixPaid);

    expect(payoutDueAfter(paid, now)).toBe('2026-11-21T13:00:00.000Z');
    expect(payoutDueAfter(paid, '2026-11-28T12:00:00.000Z')).toBeNull();
    expect(payoutDueAfter(stateAfter(requested, priced, prepared, settled), now)).toBeNull();
  });
});

describe('a payout by PIX', () => {
  const asked = (payoutMinor: number): PayoutCommand => ({
    type: 'RequestPayout',
    data: { facts: { ...cast.pixFacts, payoutMinor }, terms: cast.pixTerms, now },
  });

  it('has its name at the bank together with its price', () => {
    const data = {
      price: { payAmount: '498.00' },
      reference: { batchReference: '', providerReference: cast.idEnvio },
      now,
    };

    expect(given(payout, cast.pixRequested).when({ type: 'PricePayout', data })).toEqual([
      cast.pixPriced,
      cast.pixPrepared,
    ]);
  });

  it('is never of more than has left the balance', () => {
    expect(given(payout).when(asked(50_000))).toHaveLength(1);
    expect(given(payout).when(asked(50_001))).toMatchObject({ code: 'payout.amount_out_of_range' });
    expect(given(payout).when(asked(0))).toMatchObject({ code: 'payout.amount_out_of_range' });
  });
});

describe('the time of a payout', () => {
  const stateAfter = (...history: PayoutEvent[]) => history.reduce(payout.evolve, payout.initialState);

  it.each([
    [[requested], now],
    [[requested, priced], '2026-11-21T12:00:20.000Z'],
    [[requested, priced, prepared], '2026-11-21T12:00:20.000Z'],
    [[requested, priced, prepared, confirming], '2026-11-21T12:00:15.000Z'],
    [[requested, priced, prepared, settled], null],
    [[requested, failed], null],
  ])('comes after its last step', (history, due) => {
    expect(payoutDueAfter(stateAfter(...history), now)).toBe(due);
  });

  it('comes later each time, and five minutes later at most', () => {
    const dueAfter = (askedCount: number) =>
      (Date.parse(retryAt(fakeClock(now), askedCount, payoutPauses)) - Date.parse(now)) / 1_000;

    expect([0, 1, 2, 6, 7, 1_000].map(dueAfter)).toEqual([5, 10, 20, 300, 300, 300]);
  });
});
