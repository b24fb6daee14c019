import { randomIds } from '@repasse/chassis/ids';
import { checkLedger } from '../src/store/check-ledger';
import { releaseDue } from '../src/store/release-due';
import { ana, bruno, olga, paidCharge, paidInternationally } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('ledger tables');
});
afterAll(() => ledger.close());

const transactionOf = async (chargeId: string, kind: string): Promise<string> => {
  const [row] = await ledger.db.query<{ transaction_id: string }>(
    'select transaction_id from ledger_transactions where charge_id = $1 and kind = $2',
    [chargeId, kind],
  );
  return row!.transaction_id;
};

describe('the tables of the ledger', () => {
  const charge = paidCharge();
  beforeAll(() => ledger.book(charge));

  it.each([
    ['settlements', 'gross_minor'],
    ['settlement_shares', 'amount_minor'],
    ['ledger_transactions', 'occurred_at'],
    ['postings', 'amount_minor'],
  ])('refuse to change or forget what is in %s', async (table, column) => {
    const { db } = ledger;
    const refusal = (operation: string) => `The ledger is not changed: ${operation} on ${table} is refused.`;

    await expect(db.query(`update ${table} set ${column} = ${column}`)).rejects.toThrow(refusal('UPDATE'));
    await expect(db.query(`delete from ${table}`)).rejects.toThrow(refusal('DELETE'));
    await expect(db.query(`truncate ${table} cascade`)).rejects.toThrow('TRUNCATE on');
  });

  it('refuse a transaction without postings', async () => {
    const insert = ledger.db.query(
      `insert into ledger_transactions (transaction_id, kind, charge_id, occurred_at, booked_at)
       select 'txn_empty', kind, charge_id, occurred_at, booked_at
       from ledger_transactions limit 1`,
    );

    await expect(insert).rejects.toThrow('Ledger transaction txn_empty does not balance.');
  });

  it('refuse a transaction that is dated before an earlier one', async () => {
    const insert = ledger.db.query(
      `with made as (
         insert into ledger_transactions select 'txn_late', kind, charge_id, event_id, settlement_id, occurred_at,
           booked_at - interval '1 ms' from ledger_transactions where kind = 'CHARGE_PAID' limit 1)
       insert into postings (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor,
         currency, booked_at)
       select 'txn_late', line, account_id, kind, direction, amount_minor, balance_after_minor, currency, booked_at
       from postings where transaction_id = (select min(transaction_id) from postings)`,
    );

    await expect(insert).rejects.toThrow('The ledger has booked later entries, or closed the day.');
  });

  it('refuse one more line on a transaction that was whole', async () => {
    const transactionId = await transactionOf(charge.chargeId, 'CHARGE_PAID');
    const insert = ledger.db.query(
      `insert into postings (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor, currency,
         booked_at)
       values ($1, 99, 'platform_fees', 'FEE', 'credit', 1, 1, 'BRL', now())`,
      [transactionId],
    );

    await expect(insert).rejects.toThrow(`Ledger transaction ${transactionId} does not balance.`);
  });

  it.each([
    [
      'a line',
      'ledger transaction',
      `insert into postings (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor, currency,
         booked_at)
       select 'unknown', line, account_id, kind, direction, amount_minor, balance_after_minor, currency, booked_at from postings
       where transaction_id = (select min(transaction_id) from postings)`,
    ],
    [
      'a release',
      'ledger transaction',
      `insert into releases select 'stl_new', user_id, source, installment, amount_minor, currency, due_at, 'unknown'
       from releases limit 1`,
    ],
    ['a released release', 'ledger transaction', `update releases set transaction_id = 'unknown'`],
    [
      'a share',
      'settlement',
      `insert into settlement_shares select 'unknown', user_id, amount_minor, reserve_minor, reduced_by_minor, is_owner,
       release_at, parts from settlement_shares limit 1`,
    ],
    [
      'a transaction',
      'settlement',
      `with made as (
         insert into ledger_transactions select 'txn_new', kind, charge_id, event_id, 'unknown', occurred_at, booked_at
         from ledger_transactions where kind = 'CHARGE_PAID' limit 1)
       insert into postings (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor, currency,
         booked_at)
       select 'txn_new', line, account_id, kind, direction, amount_minor, balance_after_minor, currency, booked_at from postings
       where transaction_id = (select min(transaction_id) from postings)`,
    ],
  ])('refuse %s of a %s that there is not', async (_what, owner, statement) => {
    await expect(ledger.db.query(statement)).rejects.toThrow(`There is no ${owner} unknown.`);
  });

  it('refuse to overdraw a user’s account', async () => {
    const move = ledger.db.query(`update balances set balance_minor = -1 where account_id = 'user_available:${olga}'`);

    await expect(move).rejects.toThrow('balances_check');
  });
});

describe('booking', () => {
  it('books the same payment once, even where the consumer has forgotten it', async () => {
    const charge = paidCharge();
    await ledger.book(charge);
    const before = await ledger.balances();

    await ledger.book(charge);
    await ledger.book(charge, charge);

    expect(await ledger.balances()).toEqual(before);
  });

  it('dates entries like the one before where the booking process’s clock is behind', async () => {
    const [early, late] = [paidCharge(), paidCharge()];
    const { db, clock } = ledger;
    const bookedAt = async (chargeId: string) =>
      (await db.query('select distinct booked_at from ledger_transactions where charge_id = $1', [
        chargeId,
      ])) as unknown[];
    await ledger.book(early);
    clock.advance(-500);
    await ledger.book(late);
    clock.advance(500);

    expect(await bookedAt(late.chargeId)).toEqual(await bookedAt(early.chargeId));
  });

  it('books twenty batches at once without a deadlock and to the cent', async () => {
    const before = await ledger.balances();
    const batches = Array.from({ length: 20 }, (_, index) =>
      // The recipients come in either order, so that locks taken as they come would cross.
      Array.from({ length: 10 }, () => {
        const charge = paidCharge(index % 3 === 0 ? { paymentMethod: 'CREDIT_CARD' } : {});
        return index % 2 === 0 ? charge : { ...charge, shares: [...charge.shares].reverse() };
      }),
    );

    await Promise.all(batches.map((batch) => ledger.book(...batch)));

    const after = await ledger.balances();
    const gained = (account: string) => (after[account] ?? 0) - (before[account] ?? 0);
    expect(gained(`user_available:${olga}`) + gained(`user_pending:${olga}`)).toBe(200 * 6_921);
    expect(gained(`user_available:${ana}`) + gained(`user_pending:${ana}`)).toBe(200 * 1_980);
    expect(gained(`user_available:${bruno}`) + gained(`user_pending:${bruno}`)).toBe(200 * 1_000);
    expect(gained('platform_fees')).toBe(200 * 99);
    expect(gained('provider_clearing:PIX') + gained('provider_clearing:CREDIT_CARD')).toBe(200 * -10_000);
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
  });
});

describe('releasing', () => {
  it('releases each part on its day, once, however many workers look', async () => {
    const charge = paidInternationally({
      userId: 2001,
      shares: [{ userId: 2001, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }],
    });
    await ledger.book(charge);
    const held = async () => {
      const all = await ledger.balances();
      return ['pending', 'available', 'reserve'].map((kind) => all[`user_${kind}:2001`] ?? 0);
    };
    const releaseAt = async (now: string) => {
      const released = await Promise.all(Array.from({ length: 4 }, () => releaseDue(ledger.db, randomIds, now, 100)));
      return released.reduce((sum, count) => sum + count, 0);
    };

    expect(await held()).toEqual([9_406, 0, 495]);
    expect(await releaseAt('2026-01-08T11:59:59.999Z')).toBe(0);
    expect(await releaseAt('2026-01-08T12:00:00.000Z')).toBe(1);
    expect(await held()).toEqual([0, 9_406, 495]);
    expect(await releaseAt('2026-06-01T00:00:00.000Z')).toBeGreaterThanOrEqual(1);
    expect(await held()).toEqual([0, 9_901, 0]);
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true });
  });
});

describe('the check', () => {
  /** Changes that no statement of ours can make: triggers off, as an intruder with the database's keys could. */
  const tamper = (sql: string, params: readonly unknown[]) =>
    ledger.db.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(sql, params);
    });

  it('finds a posting that was altered', async () => {
    const charge = paidCharge();
    await ledger.book(charge);
    const transactionId = await transactionOf(charge.chargeId, 'CHARGE_PAID');
    await tamper(`update postings set amount_minor = amount_minor + 5 where transaction_id = $1 and line = 1`, [
      transactionId,
    ]);

    const report = await checkLedger(ledger.db);
    expect(report).toMatchObject({
      isBalanced: false,
      // The transaction is five short, and the clearing account's balance no longer what is posted to it.
      imbalanceMinor: 10,
      unbalancedTransactionIds: [transactionId],
      driftedBalances: [{ accountId: 'provider_clearing:PIX', currency: 'BRL' }],
    });

    await tamper(`update postings set amount_minor = amount_minor - 5 where transaction_id = $1 and line = 1`, [
      transactionId,
    ]);
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
  });

  it('finds a balance that was altered', async () => {
    const set = 'update balances set balance_minor = balance_minor + $1::bigint where account_id = $2';
    await ledger.db.query(set, [3, `user_available:${ana}`]);

    expect(await checkLedger(ledger.db)).toMatchObject({
      isBalanced: false,
      imbalanceMinor: 3,
      unbalancedTransactionIds: [],
      driftedBalances: [{ accountId: `user_available:${ana}` }],
    });

    await ledger.db.query(set, [-3, `user_available:${ana}`]);
  });

  it('finds money that waits for nothing, and releases that have no money', async () => {
    const charge = paidInternationally();
    await ledger.book(charge);
    const shrink = (minor: number) =>
      ledger.db.query(
        `update releases r set taken_minor = taken_minor + $1::bigint from settlements s
         where s.settlement_id = r.settlement_id and s.charge_id = $2 and r.user_id = $3 and r.source = 'user_pending'`,
        [minor, charge.chargeId, ana],
      );
    await shrink(10);

    expect(await checkLedger(ledger.db)).toMatchObject({
      isBalanced: false,
      imbalanceMinor: 10,
      unexplainedAccounts: [{ accountId: `user_pending:${ana}` }],
    });

    await shrink(-10);
    expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true });
  });

  it('finds a transaction whose postings are gone', async () => {
    const charge = paidCharge();
    await ledger.book(charge);
    const transactionId = await transactionOf(charge.chargeId, 'FUNDS_RELEASED');
    await tamper('delete from postings where transaction_id = $1', [transactionId]);

    expect(await checkLedger(ledger.db)).toMatchObject({
      isBalanced: false,
      unbalancedTransactionIds: [transactionId],
    });
  });
});
