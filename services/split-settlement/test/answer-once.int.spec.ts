import { IdempotencyConflict, isKept, type IdempotencyRow } from '@repasse/chassis/idempotency/ticket';
import { randomIds } from '@repasse/chassis/ids';
import { createAnswerOnce } from '../src/http/answer-once';
import { findWithdrawal } from '../src/store/withdrawals';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { askWithin, fundsFor, termsFor } from './support/withdrawals';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('answer once');
});
afterAll(() => ledger.close());

const rowWith = (ulid: string): IdempotencyRow => ({
  ...{ scope: '1', key: 'k', operationId: 'requestWithdrawal', requestHash: 'h', fieldHashes: {}, ulid },
  ...{ status: 'done', responseStatus: 201, responseBody: '{}' },
  ...{ leaseUntil: '2026-01-01T12:00:10.000Z', createdAt: '2026-01-01T12:00:00.000Z' },
});
const ticketOf = (row: IdempotencyRow) => ({
  ...{ ulid: row.ulid, isResumed: false },
  ...{ running: () => row, done: () => row },
});

describe('an answer that is kept with its effects', () => {
  const own = rowWith(randomIds.ulid());
  const work = async (terms: ReturnType<typeof termsFor>, kept: IdempotencyRow) => {
    await ledger.tell(fundsFor(terms.userId, terms.amountMinor));
    const answerOnce = createAnswerOnce(ledger.db, () => ({ finish: () => Promise.resolve(kept) }));
    return answerOnce({ idempotency: ticketOf(own) }, async (tx) => {
      await askWithin(tx, terms, own.createdAt);
      return { status: 201, body: {} };
    });
  };

  it('is not written a second time', async () => {
    const terms = termsFor(80_001, 4_000);
    await expect(work(terms, own)).resolves.toMatchObject({ status: 201 });

    expect(isKept(own)).toBe(true);
    expect(await findWithdrawal(ledger.db, terms.withdrawalId)).toMatchObject({ status: 'pending' });
  });

  it('leaves nothing behind when another request has answered under the key', async () => {
    const terms = termsFor(80_002, 4_000);
    await expect(work(terms, rowWith(randomIds.ulid()))).rejects.toBeInstanceOf(IdempotencyConflict);

    expect(await findWithdrawal(ledger.db, terms.withdrawalId)).toBeUndefined();
    expect(await ledger.db.query('select from outbox where aggregateid = $1', [terms.withdrawalId])).toEqual([]);
    expect(await ledger.balances()).toMatchObject({ 'user_available:80002': 4_000 });
  });
});
