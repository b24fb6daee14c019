import { type Release } from '../../domain/release';
import { openReleases } from './releases';

const userId = 1001;
const waiting = (settlementId: string, day: number, amountMinor: number, change: Partial<Release> = {}): Release => ({
  ...{ settlementId, userId, source: 'user_pending', installment: 1, amountMinor, currency: 'BRL' },
  dueAt: `2026-02-${String(day).padStart(2, '0')}T00:00:00.000Z`,
  ...change,
});

const read = [
  waiting('stl_own', 1, 100),
  waiting('stl_own', 2, 100, { installment: 2 }),
  waiting('stl_own', 28, 50, { source: 'user_reserve' }),
  waiting('stl_b', 10, 100),
  waiting('stl_c', 20, 100),
  waiting('stl_c', 28, 100, { source: 'user_reserve' }),
  waiting('stl_other', 25, 100, { userId: 1002 }),
];

const plannedFor = (amountMinor: number, availableMinor: number, releases = openReleases(read)) => {
  const o = { settlementId: 'stl_own', currency: 'BRL', availableMinor };
  const { planned } = releases.holdingOf({ userId, isOwner: true, amountMinor }, o);
  return planned.map(({ settlementId, source, dueAt, amountMinor: leftMinor }) => [
    settlementId,
    source.slice('user_'.length),
    Number(dueAt.slice(8, 10)),
    leftMinor,
  ]);
};

const own = [
  ['stl_own', 'reserve', 28, 50],
  ['stl_own', 'pending', 2, 100],
  ['stl_own', 'pending', 1, 100],
];

describe('what may be taken of a user', () => {
  it('is of the same charge, the last to come first, where that and what is available suffice', () => {
    expect(plannedFor(300, 50)).toEqual(own);
  });

  it('is of other charges besides, as many as it takes, but not what they hold back against disputes', () => {
    expect(plannedFor(300, 49)).toEqual([...own, ['stl_c', 'pending', 20, 100]]);
    expect(plannedFor(999, 0)).toEqual([...own, ['stl_c', 'pending', 20, 100], ['stl_b', 'pending', 10, 100]]);
  });

  it('is less by what was taken before in the same batch, and more by what was planned in it', () => {
    const releases = openReleases(read);
    const release = read[1]!;
    const taking = { userId, isOwner: true, amountMinor: 60, fromAvailableMinor: 0, fromPendingMinor: 60 };
    releases.take([{ ...taking, fromReserveMinor: 0, fromDebtMinor: 0, takenReleases: [{ release, takenMinor: 60 }] }]);
    releases.plan([
      { ...waiting('stl_own', 3, 70, { installment: 3 }), transactionId: null },
      { ...waiting('stl_own', 4, 70, { installment: 4 }), transactionId: 'txn_1' },
    ]);

    expect(plannedFor(100, 100, releases)).toEqual([
      ['stl_own', 'reserve', 28, 50],
      ['stl_own', 'pending', 3, 70],
      ['stl_own', 'pending', 2, 40],
      ['stl_own', 'pending', 1, 100],
    ]);
    expect(releases.entries().taken_releases).toMatchObject([{ installment: 2, taken_minor: 60 }]);
  });
});
