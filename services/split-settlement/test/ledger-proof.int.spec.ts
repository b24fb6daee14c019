import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { readCheck } from '../src/store/check-ledger';
import { checkAnew, checkOnwards } from '../src/store/ledger-proof';
import { releaseDue } from '../src/store/release-due';
import { randomIds } from '@repasse/chassis/ids';
import { ana, paidCharge, paidEvent, paidInternationally, refundEvent } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('ledger proof');
});
afterAll(() => ledger.close());

const now = '2026-01-01T12:00:00.000Z';
const tamper = (sql: string) =>
  ledger.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(sql);
  });
const withoutTime = ({ readAllAt: _readAllAt, ...report }: Awaited<ReturnType<typeof checkAnew>>) => report;

describe('a check that goes on from the last one', () => {
  it('comes to what a check of every entry comes to, through bookings of all kinds', async () => {
    const [pix, abroad] = [paidCharge(), paidInternationally()];
    for (const events of [
      [paidEvent(pix)],
      [paidEvent(abroad)],
      [refundEvent(pix, 1_000), refundEvent(abroad, 2_500)],
    ]) {
      await ledger.tell(...events);
      const onwards = await checkOnwards(ledger.db, now);
      expect(onwards).toMatchObject({ isBalanced: true });
      expect(withoutTime(onwards)).toEqual((await readCheck(ledger.db, 'all')).report);
    }
    ledger.clock.set('2026-01-09T12:00:00.000Z');
    await releaseDue(ledger.db, randomIds, '2026-01-09T12:00:00.000Z', 100);
    expect(withoutTime(await checkOnwards(ledger.db, now))).toEqual((await readCheck(ledger.db, 'all')).report);
  });

  it('reads what is new, and not what was proved', async () => {
    for (let count = 0; count < 20; count += 1) await ledger.book(paidCharge());
    await checkOnwards(ledger.db, now);
    const idle = await readCheck(ledger.db, 'since the proof');
    expect(idle.lastEntryId).toBe(idle.provedEntryId);
    await ledger.book(paidCharge());
    await ledger.db.query('analyze');

    const lines = await ledger.db.query('select from postings where entry_id > $1', [idle.lastEntryId]);
    expect((await readCheck(ledger.db, 'since the proof')).lastEntryId).toBe(idle.lastEntryId + lines.length);
    const [sums] = await ledger.db.query<{ minor: number }>(
      'select sum(credit_minor)::bigint as minor from proved_accounts',
    );
    await tamper('update proved_accounts set credit_minor = credit_minor + 7, debit_minor = debit_minor + 7');
    const credits = (await readCheck(ledger.db, 'since the proof')).report.totals[0]?.creditMinor ?? 0;
    await tamper('update proved_accounts set credit_minor = credit_minor - 7, debit_minor = debit_minor - 7');
    // The sums are what it goes on from: it has not read the entries that are in them.
    expect(credits).toBeGreaterThan((sums?.minor ?? 0) + 7);
  });

  it('by two processes at once counts nothing twice', async () => {
    await ledger.book(paidCharge());
    await Promise.all([checkOnwards(ledger.db, now), checkOnwards(ledger.db, now), checkOnwards(ledger.db, now)]);
    expect(withoutTime(await checkOnwards(ledger.db, now))).toEqual((await readCheck(ledger.db, 'all')).report);
  });

  it('finds a fault in what is new each time, until it is mended', async () => {
    await ledger.book(paidCharge());
    await tamper(`update balances set balance_minor = balance_minor + 5 where account_id = 'user_available:${ana}'`);
    for (let count = 0; count < 2; count += 1) {
      expect(await checkOnwards(ledger.db, now)).toMatchObject({ isBalanced: false, imbalanceMinor: 5 });
    }
    await tamper(`update balances set balance_minor = balance_minor - 5 where account_id = 'user_available:${ana}'`);
    expect(await checkOnwards(ledger.db, now)).toMatchObject({ isBalanced: true });
  });

  it('leaves an entry that was proved and changed since to the check of all, whose finding stands', async () => {
    await checkOnwards(ledger.db, now);
    const change = (by: number) =>
      tamper(
        `update postings set amount_minor = amount_minor + ${by} where entry_id = (select min(entry_id) from postings)`,
      );
    await change(3);
    expect(await checkOnwards(ledger.db, now)).toMatchObject({ isBalanced: true });
    expect(await checkAnew(ledger.db, now)).toMatchObject({ isBalanced: false, readAllAt: null });
    expect(await checkOnwards(ledger.db, now)).toMatchObject({ isBalanced: false, readAllAt: null });
    await change(-3);
    expect(await checkOnwards(ledger.db, now)).toMatchObject({ isBalanced: true, readAllAt: now });
  });

  it('reads a transaction without entries, too', async () => {
    await checkOnwards(ledger.db, now);
    await tamper(`insert into ledger_transactions (transaction_id, kind, charge_id, occurred_at, booked_at)
                  select 'txn_empty', 'CHARGE_PAID', 'ch_1', booked_until, booked_until from ledger_clock`);
    expect(await checkOnwards(ledger.db, now)).toMatchObject({
      isBalanced: false,
      unbalancedTransactionIds: ['txn_empty'],
    });
    await tamper(`delete from ledger_transactions where transaction_id = 'txn_empty'`);
    expect(await checkOnwards(ledger.db, now)).toMatchObject({ isBalanced: true });
  });

  it('reads few rows of a long ledger', async () => {
    await checkOnwards(ledger.db, now);
    const read = await rowsRead(ledger.db, 'releases', (tx) => readCheck(tx, 'since the proof'));
    expect(read).toBe(0);
  });
});
