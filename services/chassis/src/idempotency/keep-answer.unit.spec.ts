import { createKeepAnswer } from './keep-answer';
import { IdempotencyConflict, isKept, type IdempotencyRow } from './ticket';

const rowWith = (ulid: string): IdempotencyRow => ({
  ...{ scope: '1', key: 'k', operationId: 'requestWithdrawal', requestHash: 'h', fieldHashes: {}, ulid },
  ...{ status: 'done', responseStatus: 201, responseBody: '{}' },
  ...{ leaseUntil: '2026-01-01T12:00:10.000Z', createdAt: '2026-01-01T12:00:00.000Z' },
});
const own = rowWith('01');
const ticket = { ulid: own.ulid, isResumed: false, running: () => own, done: () => own };
const tx = { query: () => Promise.resolve([]) };
const response = { status: 201, body: {} };

const keep = (kept: IdempotencyRow, idempotency: typeof ticket | undefined = ticket) =>
  createKeepAnswer(() => ({ finish: () => Promise.resolve(kept) }))(tx, { idempotency }, response);

describe('an answer that is kept with its effects', () => {
  it('undoes them when another request has answered under the key', async () => {
    await expect(keep(rowWith('02'))).rejects.toBeInstanceOf(IdempotencyConflict);
    expect(isKept(own)).toBe(false);
  });

  it('is not written a second time', async () => {
    await expect(keep(own)).resolves.toBe(response);
    expect(isKept(own)).toBe(true);
  });
});
