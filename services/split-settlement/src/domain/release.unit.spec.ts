import fc from 'fast-check';
import { addDays, installmentsOf, isDue, planReleases, releasedByUser, releaseFunds } from './release';

const paidAt = '2026-01-31T12:00:00.000Z';
const payout = { settlementId: 'stl_1', userId: 7, currency: 'BRL', pendingMinor: 10_000, reserveMinor: 0 };

describe('the plan of releases', () => {
  it('releases a PIX payment the moment it is paid', () => {
    const terms = { firstDays: 0, perInstallmentDays: 0, reserveDays: 120 };
    const [release, ...rest] = planReleases(payout, terms, paidAt, 1);

    expect(rest).toEqual([]);
    expect(release).toMatchObject({ amountMinor: 10_000, dueAt: paidAt, source: 'user_pending' });
    expect(release && isDue(release, paidAt)).toBe(true);
  });

  it('releases a card payment an instalment every thirty days', () => {
    const terms = { firstDays: 30, perInstallmentDays: 30, reserveDays: 120 };

    expect(planReleases(payout, terms, paidAt, 3).map((r) => [r.dueAt, r.amountMinor])).toEqual([
      [addDays(paidAt, 30), 3_334],
      [addDays(paidAt, 60), 3_333],
      [addDays(paidAt, 90), 3_333],
    ]);
  });

  it('holds the reserve back for its own time', () => {
    const terms = { firstDays: 7, perInstallmentDays: 0, reserveDays: 120 };
    const plan = planReleases({ ...payout, pendingMinor: 9_500, reserveMinor: 500 }, terms, paidAt, 1);

    expect(plan.map((r) => [r.source, r.amountMinor, r.dueAt])).toEqual([
      ['user_pending', 9_500, '2026-02-07T12:00:00.000Z'],
      ['user_reserve', 500, '2026-05-31T12:00:00.000Z'],
    ]);
  });

  it('plans nothing for a share of nothing', () => {
    const terms = { firstDays: 0, perInstallmentDays: 0, reserveDays: 0 };

    expect(planReleases({ ...payout, pendingMinor: 0 }, terms, paidAt, 1)).toEqual([]);
  });

  it('adds up to the whole for any amount and number of instalments', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), fc.integer({ min: 1, max: 12 }), (amount, count) => {
        const parts = installmentsOf(amount, count);

        expect(parts).toHaveLength(count);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(count);
      }),
    );
  });
});

describe('releasing funds', () => {
  const release = {
    settlementId: 'stl_1',
    currency: 'BRL',
    installment: 1,
    dueAt: paidAt,
    source: 'user_pending',
  } as const;

  it('moves pending to available, user by user', () => {
    const transaction = releaseFunds({
      transactionId: 'txn_2',
      chargeId: 'ch_1',
      settlementId: 'stl_1',
      now: paidAt,
      releases: [
        { ...release, userId: 7, amountMinor: 60 },
        { ...release, userId: 8, amountMinor: 40 },
      ],
    });

    const common = { kind: 'RELEASE', currency: 'BRL' };
    expect(transaction.postings).toEqual([
      { ...common, account: { kind: 'user_pending', userId: 7 }, direction: 'debit', amountMinor: 60 },
      { ...common, account: { kind: 'user_available', userId: 7 }, direction: 'credit', amountMinor: 60 },
      { ...common, account: { kind: 'user_pending', userId: 8 }, direction: 'debit', amountMinor: 40 },
      { ...common, account: { kind: 'user_available', userId: 8 }, direction: 'credit', amountMinor: 40 },
    ]);
  });

  it('announces one sum a user, however many parts came due', () => {
    const sums = releasedByUser([
      { ...release, userId: 8, amountMinor: 40 },
      { ...release, userId: 7, amountMinor: 60 },
      { ...release, userId: 8, amountMinor: 2, source: 'user_reserve' },
    ]);

    expect(sums).toEqual([
      { userId: 8, amountMinor: 42 },
      { userId: 7, amountMinor: 60 },
    ]);
  });
});
