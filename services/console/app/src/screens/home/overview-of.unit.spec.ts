import { byMethod, stackedDays, sumOf, todayOf, type Overview } from './overview-of.ts';

const dayOf = (day: string, paymentMethod: 'PIX' | 'CREDIT_CARD', amount: string): Overview['days'][number] => ({
  ...{ day, paymentMethod, paid: { count: 2, amount, fees: '0.99' } },
  ...{ refunded: { count: 1, amount: '1.50' }, failed: { count: 3 } },
});

const overview: Overview = {
  ...{ from: '2026-10-31', to: '2026-11-02', currency: 'BRL', asOf: '2026-11-02T12:00:00.000Z' },
  days: [
    dayOf('2026-10-31', 'PIX', '10.01'),
    dayOf('2026-11-02', 'CREDIT_CARD', '20.00'),
    dayOf('2026-11-02', 'PIX', '0.29'),
  ],
};

describe('what the home screen makes of an overview', () => {
  it('adds up in whole cents', () => {
    expect(sumOf(overview.days)).toEqual({
      ...{ paidCount: 6, paidCents: 3_030, feeCents: 297 },
      ...{ refundedCount: 3, refundedCents: 450, failedCount: 9 },
    });
    expect(sumOf([])).toMatchObject({ paidCount: 0, paidCents: 0 });
  });

  it('takes the last day for today', () => {
    expect(todayOf(overview)).toMatchObject({ paidCount: 4, paidCents: 2_029 });
    expect(todayOf({ ...overview, to: '2026-11-03' })).toMatchObject({ paidCount: 0 });
  });

  it('has a sum for each method that brought anything', () => {
    expect(byMethod(overview)).toMatchObject([
      { method: 'PIX', paidCents: 1_030 },
      { method: 'CREDIT_CARD', paidCents: 2_000 },
    ]);
  });

  it('stacks every day of the window, also over the end of a month', () => {
    expect(stackedDays(overview)).toEqual([
      { day: '2026-10-31', parts: [1_001, 0, 0] },
      { day: '2026-11-01', parts: [0, 0, 0] },
      { day: '2026-11-02', parts: [29, 2_000, 0] },
    ]);
  });
});
