import { chargeFilterFaults } from './charge-filter-faults';

const none: ReadonlySet<string> = new Set();

describe('the faults of a filter of charges', () => {
  it.each([
    {},
    { status: 'paid, REFUNDED' },
    { method: 'pix,credit_card' },
    { paidFrom: '2026-11-21', paidTo: '2026-11-21' },
    { minAmount: '9.00', maxAmount: '10.00' },
    { minAmount: '10.00' },
  ])('has none: %j', (query) => {
    expect(chargeFilterFaults(query, none)).toEqual([]);
  });

  it('names every one at once', () => {
    const query = {
      ...{ status: 'PAID,OPEN', method: 'CRYPTO', paidFrom: '2026-11-22', paidTo: '2026-11-21' },
      ...{ minAmount: '10.00', maxAmount: '9.00' },
    };
    expect(chargeFilterFaults(query, none).map(({ field }) => field)).toEqual([
      ...['status', 'method', 'paidTo', 'maxAmount'],
    ]);
  });

  it('adds nothing to what the description has found', () => {
    const query = { paidFrom: '2026-13-01', paidTo: '2026-11-21', minAmount: 'ten', maxAmount: '9.00' };
    expect(chargeFilterFaults(query, new Set(['paidFrom', 'minAmount']))).toEqual([]);
  });
});
