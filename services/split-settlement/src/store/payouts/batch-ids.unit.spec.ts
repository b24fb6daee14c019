import { batchIdOf, batchWithdrawalIdOf } from './batch-ids';

const runAt = '2026-11-26T21:00:00.000Z';
const batchId = batchIdOf(runAt);

it('a batch has one id, in the order of their times', () => {
  expect(batchId).toMatch(/^pb_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  expect(batchIdOf(runAt)).toBe(batchId);
  // The digits of the time, as every ULID of that moment begins.
  expect(batchId.slice(3, 13)).toBe('01M8CTGX40');
  expect(batchIdOf('2026-11-26T21:00:00.001Z') > batchId).toBe(true);
});

it('each user has one withdrawal in it', () => {
  const ids = Array.from({ length: 1_000 }, (_, userId) => batchWithdrawalIdOf(batchId, runAt, userId));

  expect(new Set(ids).size).toBe(1_000);
  expect(ids[7]).toBe(batchWithdrawalIdOf(batchId, runAt, 7));
  expect(ids[7]).toMatch(/^wd_[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
});
