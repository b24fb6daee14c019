import { createHash } from 'node:crypto';
import { eventually } from '@repasse/chassis/testing/eventually';
import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { listEntries, type EntryFilter } from '../src/store/list-entries';
import { entriesAtOnceMax, readStatement } from '../src/store/reports/read-statement';
import { olga, paidCharge, paidEvent } from './support/charges';
import { startService, tokenOf, type RunningService } from './support/running-service';

/** Four entries of the owner each, so that a statement is read in several batches. */
const chargeCount = 4_000;
const entryCount = 4 * chargeCount;
const closingMinor = chargeCount * 9_901;
const day = '2026-01-01';

let service: RunningService;

beforeAll(async () => {
  service = await startService('large reports');
  const shares = [{ userId: olga, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }];
  const charge = paidCharge({ shares });
  await service.publish([paidEvent(charge)]);
  await eventually(async () => (await service.published(charge.chargeId)).length === 2);
  await bookAgain(chargeCount - 1);
  // As the server does by itself when a table has grown.
  await service.db.query('analyze');
  service.clock.set('2026-01-03T15:00:00.000Z');
});
afterAll(() => service.stop());

/** What was booked of the one charge, again and again, a hundred a millisecond; of what stays in accounts more each time. */
const bookAgain = (count: number) =>
  service.db.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into ledger_transactions (transaction_id, kind, charge_id, event_id, settlement_id, occurred_at, booked_at)
       select transaction_id || '-' || n, kind, charge_id, event_id || '-' || n, settlement_id, occurred_at,
              booked_at + n / 100 * interval '1 millisecond'
       from ledger_transactions, generate_series(1, $1::int) n`,
      [count],
    );
    await tx.query(
      `insert into booked_events
       select event_id || '-' || n, type, subject, sha256, is_divided, currency, effects,
              array(select id || '-' || n from unnest(transaction_ids) id), booked_at + n / 100 * interval '1 millisecond'
       from booked_events, generate_series(1, $1::int) n`,
      [count],
    );
    await tx.query(
      `insert into postings
         (transaction_id, line, account_id, kind, direction, amount_minor, balance_after_minor, currency, booked_at)
       select transaction_id || '-' || n, line, account_id, kind, direction, amount_minor,
              balance_after_minor * case when account_id like 'user\\_pending:%' then 1 else n + 1 end, currency,
              booked_at + n / 100 * interval '1 millisecond'
       from postings, generate_series(1, $1::int) n order by n, entry_id`,
      [count],
    );
  });

const text = async (path: string) => (await service.csv(path, tokenOf(olga))).text;
const minor = (amount: string): number => Number(amount.replace('.', ''));

interface StatementView {
  readonly closingBalance: string;
  readonly entries: readonly { readonly id: string }[];
}

describe('a statement of more entries than are read at once', () => {
  it.each([
    ['the kept report of a day', `from=${day}&to=${day}`],
    ['several days', `from=${day}&to=2026-01-02`],
    ['days that have not ended', `from=${day}&to=2026-01-03`],
  ])('has all of them in order and closes with their sum: %s', async (_what, period) => {
    const statement = JSON.parse(await text(`/reports/statement?${period}&format=json`)) as StatementView;
    const ids = statement.entries.map(({ id }) => Number(id));

    expect(ids).toHaveLength(entryCount);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    expect(minor(statement.closingBalance)).toBe(closingMinor);
  });

  it('is whole as CSV and as OFX', async () => {
    const csv = (await text(`/reports/statement?from=${day}&to=2026-01-02`)).trimEnd().split('\r\n');
    expect(csv).toHaveLength(1 + 8 + entryCount + 8);
    expect(csv.filter((row) => row.includes(',AVAILABLE,CLOSING_BALANCE,')).join()).toContain('396040.00');

    const ofx = await text(`/reports/statement?from=${day}&to=${day}&account=PENDING&format=ofx`);
    expect(ofx.match(/<STMTTRN>/g)).toHaveLength(3 * chargeCount);
    expect(ofx).toContain('<BALAMT>0.00</BALAMT>');
  });

  it('holds a batch in memory, and leaves out what is booked while it is read', async () => {
    const period = { userId: olga, currency: 'BRL', from: day, to: '2026-01-03' };
    const statement = await readStatement(service.db, { ...period, isClosed: false });
    const late = paidCharge({ shares: [{ userId: olga, amountMinor: 9_901, isOwner: true, reducedByMinor: 0 }] });
    let read = 0;
    for await (const batch of statement.entries()) {
      expect(batch.length).toBeLessThanOrEqual(entriesAtOnceMax);
      if (read === 0) {
        await service.publish([paidEvent(late)]);
        await eventually(async () => (await service.published(late.chargeId)).length === 2);
      }
      read += batch.length;
    }
    expect(read).toBe(entryCount);
  });
});

describe('a page of that many entries', () => {
  it.each<[string, Omit<EntryFilter, 'userId'>, number]>([
    ['of all', {}, 3],
    ['of one reason', { kind: 'FEE' }, 3],
    ['of a reason there is none of', { kind: 'WITHDRAWAL' }, 0],
    ['of a reason that an account does not have', { kind: 'GROSS', account: 'user_available' }, 0],
    ['of a kind of transaction there is none of', { transactionKind: 'DISPUTE_OPENED' }, 0],
    ['of a kind that shares its reasons with another', { transactionKind: 'PAYMENT_RECEIVED' }, 0],
    ['of a time long ago', { to: '2025-12-31T00:00:00Z' }, 0],
  ])('reads little more than it shows: %s', async (_what, filter, count) => {
    const page = (tx: Pick<typeof service.db, 'query'>) => listEntries(tx, { userId: olga, ...filter }, undefined, 3);
    expect(await page(service.db)).toHaveLength(count);
    // Three of each account and reason at most, in the index and in the table.
    expect(await rowsRead(service.db, 'postings', page)).toBeLessThanOrEqual(100);
  });
});

describe('the kept report of such a day', () => {
  interface ClosingView {
    readonly days: readonly { readonly sha256: string }[];
    readonly differences: readonly string[];
  }
  const closing = async () => JSON.parse(await text('/reports/closing?month=2026-01&compare=ALL')) as ClosingView;

  it('is in parts, which are its digest one after the other', async () => {
    const { days, differences } = await closing();
    const body = await text(`/reports/days/${day}`);
    const parts = await service.db.query(`select from day_report_parts where day = $1 and user_id = $2`, [day, olga]);

    expect(parts.length).toBe(Math.ceil(entryCount / entriesAtOnceMax));
    expect(createHash('sha256').update(body).digest('hex')).toBe(days[0]?.sha256);
    expect((JSON.parse(body) as StatementView).entries).toHaveLength(entryCount);
    expect(differences).toEqual([]);
  });

  it('agrees with its thousands of events', async () => {
    const path = '/reports/closing?month=2026-01&books=PLATFORM&compare=ALL';
    const { text: platform } = await service.csv(path, tokenOf(1, 'OPERATOR'));
    expect(JSON.parse(platform)).toMatchObject({ agrees: true, differences: [] });
  });

  it('shows which entry in the middle was altered, and that a part is missing', async () => {
    const tamper = (sql: string) =>
      service.db.transaction(async (tx) => {
        await tx.query('set local session_replication_role = replica');
        await tx.query(sql);
      });
    const [entry] = await service.db.query<{ entry_id: number }>(
      `select entry_id from postings where account_id = 'user_available:${olga}' order by entry_id offset ${chargeCount / 2} limit 1`,
    );
    const alter = (by: number) =>
      tamper(`update postings set amount_minor = amount_minor + ${by} where entry_id = ${entry?.entry_id}`);
    await alter(1);
    const altered = await closing();
    await alter(-1);
    await tamper(`delete from day_report_parts where day = '${day}' and part = 7`);

    expect(altered.differences.join('\n')).toContain(`Entry ${entry?.entry_id} of ${day}`);
    expect(altered.differences.join('\n')).toContain('amountMinor was 9901 and is 9902.');
    expect((await closing()).differences).toEqual([`The kept report of ${day} is not what its digest was made of.`]);
  });
});
