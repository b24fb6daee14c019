import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findArchived, readArchived } from '@repasse/chassis/archive/restore';
import { runArchive } from '@repasse/chassis/archive/run';
import { verifyArchive } from '@repasse/chassis/archive/verify';
import { archivedEntries } from '../src/store/archived-entries';
import { readCheck } from '../src/store/check-ledger';
import { paidCharge } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
let folder: string;
beforeAll(async () => {
  ledger = await openLedgerDatabase('ledger archive');
  folder = await mkdtemp(join(tmpdir(), 'archive-'));
});
afterAll(async () => {
  await ledger.close();
  await rm(folder, { recursive: true, force: true });
});

const run = (before: string) =>
  runArchive({
    ...{ db: ledger.db, service: 'split-settlement', kind: archivedEntries, folder, report: () => undefined },
    ...{ before, writtenAt: '2028-01-01T00:00:00.000Z' },
  });

describe('the archive of the ledger', () => {
  it('copies entries once and leaves the books as they are', async () => {
    await ledger.book(paidCharge(), paidCharge());
    const [balances, check] = [await ledger.balances(), (await readCheck(ledger.db, 'all')).report];
    const transactions = await ledger.db.query<{ id: string }>(
      'select transaction_id as id from ledger_transactions order by transaction_id',
    );

    expect(await run('2026-01-01T00:00:00.000Z')).toEqual([]);
    expect(await run('2027-01-01T00:00:00.000Z')).toMatchObject([
      { month: '2026-01', taken: transactions.length, changed: 0 },
    ]);
    expect(await run('2027-01-01T00:00:00.000Z')).toEqual([]);

    expect(await ledger.balances()).toEqual(balances);
    expect((await readCheck(ledger.db, 'all')).report).toMatchObject({ isBalanced: true });
    expect((await readCheck(ledger.db, 'all')).report).toEqual(check);
    expect(await verifyArchive(ledger.db, folder, 'split-settlement')).toMatchObject([{ result: 'ok' }]);
    const id = transactions[0]?.id ?? '';
    const file = (await findArchived(ledger.db, archivedEntries.name, id))?.file ?? '';
    const { rows } = JSON.parse((await readArchived(folder, file, id)).line) as {
      rows: { postings: { direction: string; amount_minor: number }[] };
    };
    const sum = (side: string) =>
      rows.postings.filter(({ direction }) => direction === side).reduce((all, one) => all + one.amount_minor, 0);
    expect(sum('debit')).toBeGreaterThan(0);
    expect(sum('debit')).toBe(sum('credit'));
  });
});
