import { compareEntriesOf } from './compare-statements';
import { type StatementEntry } from './statement';

const entry = (entryId: number, change: Partial<StatementEntry> = {}): StatementEntry => ({
  ...{ entryId, transactionId: `txn_${entryId}`, kind: 'GROSS', transactionKind: 'CHARGE_PAID' },
  ...{ accountKind: 'user_pending', direction: 'credit', amountMinor: 100, balanceAfterMinor: 100 * entryId },
  ...{ currency: 'BRL', chargeId: 'ch_1', paymentId: null, settlementId: null, withdrawalId: null },
  ...{ occurredAt: '2026-01-01T12:00:00.000Z', bookedAt: '2026-01-01T12:00:00.000Z' },
  ...change,
});
const entries = (from: number, to: number): StatementEntry[] =>
  Array.from({ length: to - from + 1 }, (_, index) => entry(from + index));

describe('the comparison of two reports', () => {
  it('finds nothing where they are the same, whatever the batches', () => {
    const comparison = compareEntriesOf('2026-01-01');
    expect(comparison.add(entries(1, 3), entries(1, 5))).toEqual([]);
    expect(comparison.add(entries(4, 8), entries(6, 8))).toEqual([]);
    expect(comparison.rest()).toEqual([]);
  });

  it('names what was changed, is gone or came, also behind a shifted batch', () => {
    const comparison = compareEntriesOf('2026-01-01');
    const found = [
      // 2 is gone, so the batches of the books are one ahead.
      ...comparison.add(entries(1, 3), [entry(1), ...entries(3, 4)]),
      ...comparison.add(entries(4, 6), [entry(5, { amountMinor: 7 }), entry(6), entry(9)]),
      ...comparison.rest(),
    ];
    expect(found).toEqual([
      'Entry 5 of 2026-01-01 (txn_5): amountMinor was 100 and is 7.',
      'Entry 2 of 2026-01-01 (txn_2) is gone.',
      'Entry 9 (txn_9) came to 2026-01-01 after it had closed.',
    ]);
  });

  it('holds what matches no longer than the other report needs to show it, and says when it is too much', () => {
    const comparison = compareEntriesOf('2026-01-01');
    for (let batch = 0; batch < 20; batch += 1) {
      const same = entries(batch * 1_000 + 1, (batch + 1) * 1_000);
      comparison.add(same, same);
    }
    expect(comparison.isTooMuch()).toBe(false);
    comparison.add(entries(100_001, 110_001), []);
    expect(comparison.isTooMuch()).toBe(true);
  });
});
