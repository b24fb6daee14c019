import { randomIds } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { openBooks } from '../src/store/books/books';
import { decideWithdrawal, isRefused } from '../src/store/decide-withdrawal';
import { readPayables, usersOf } from '../src/store/read-payables';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { fundsFor } from './support/withdrawals';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('payout statements');
});
afterAll(() => ledger.close());

const address = { payCurrency: 'BTC', payAddress: 'bc1qexampleaddress', memo: null };
const common = { amountMinor: 1_000, isUpTo: false, address, externalReference: null, batchId: null };

/** Decides about a payout of each user as requests and schedules do. Returns how many were made, by how many statements. */
const decideAll = (users: readonly number[]) =>
  ledger.db.transaction(async (tx) => {
    let statements = 0;
    const counting: Tx = {
      ...tx,
      query: (sql, params) => {
        statements += 1;
        return tx.query(sql, params);
      },
    };
    const now = ledger.clock.now().toISOString();
    const asked = users.map((userId) => ({ userId, destinationId: null }));
    const payables = await readPayables(counting, asked, { now, isDeciding: true });
    const books = await openBooks(counting, [{ users: payables.flatMap(usersOf) }], randomIds);
    const decided = payables.map((payable) =>
      decideWithdrawal(
        books,
        payable,
        { ...common, withdrawalId: `wd_${randomIds.ulid()}`, requestedBy: null },
        { ids: randomIds, now, amountMinorMin: 1_000, releaseWithinMs: 1 },
      ),
    );
    await books.write();
    return { made: decided.filter((each) => !isRefused(each)).length, statements };
  });

it.each([1, 50])('a decision about the payouts of %i users makes three statements', async (count) => {
  const users = Array.from({ length: count }, (_each, index) => 800_000 + count * 100 + index);
  await ledger.tell(...users.map((userId) => fundsFor(userId, 1_000)));

  expect(await decideAll(users)).toEqual({ made: count, statements: 3 });
});
