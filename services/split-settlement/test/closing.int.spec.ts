import { Readable } from 'node:stream';
import { randomIds } from '@repasse/chassis/ids';
import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { addDays, endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import fc from 'fast-check';
import { type UserAccountKind } from '../src/domain/ledger';
import { addUpFrom, findMisstatedFrom, type Statement, type StatementEntry } from '../src/domain/statement';
import { openBooks } from '../src/store/books/books';
import { keepDayReport, textFromBooks, type DayReport } from '../src/store/reports/day-reports';
import { keptSettlementDay, keptStatement, keptText } from '../src/store/reports/kept-reports';
import { readClosing } from '../src/store/reports/read-closing';
import { digestOf } from '../src/store/reports/report-text';
import { receiveSurplus } from '../src/domain/surplus';
import { paidCharge, paidEvent, refundEvent } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('closing');
});
afterAll(() => ledger.close());

const [owner, recipient] = [1001, 1002];
const charge = () =>
  paidCharge({
    userId: owner,
    shares: [
      { userId: owner, amountMinor: 7_901, isOwner: true, reducedByMinor: 0 },
      { userId: recipient, amountMinor: 2_000, isOwner: false, reducedByMinor: 0 },
    ],
  });

const textOf = async (pieces: AsyncIterable<string>): Promise<string> =>
  (await Readable.from(pieces).toArray()).join('');
const bodyOf = (report: DayReport): Promise<string> => textOf(keptText(ledger.db, report));
const bodyNow = (today: string): Promise<string> => textOf(textFromBooks(ledger.db, owner, today));

const statementIn = (report: DayReport): Promise<Statement> => keptStatement(ledger.db, owner, report);
const entriesIn = async (report: DayReport): Promise<StatementEntry[]> =>
  ((await Readable.from((await statementIn(report)).entries()).toArray()) as StatementEntry[][]).flat();
const idsIn = async (report: DayReport): Promise<readonly (string | null)[]> => [
  ...new Set((await entriesIn(report)).map(({ chargeId }) => chargeId)),
];

let day = '2026-01-01';
/** Each test has days of its own: the ledger's time never goes back. */
const nextDay = (): string => {
  day = addDays(day, 3);
  ledger.clock.set(startOfDay(day));
  return day;
};

/** A booking that holds the ledger's lock until the test lets it commit. */
const bookSlowly = async (at: string) => {
  const chargeId = `ch_${randomIds.ulid()}`;
  const [held, release] = [deferred(), deferred()];
  const done = ledger.db.transaction(async (tx) => {
    const books = await openBooks(tx, [{ users: [owner] }], randomIds);
    const facts = {
      ...{ transactionId: `txn_${randomIds.ulid()}`, chargeId, userId: owner, paymentMethod: 'PIX' as const },
      ...{ amountMinor: 100, currency: 'BRL', occurredAt: at },
    };
    books.accounts.post(receiveSurplus(facts, true), at);
    await books.write();
    held.resolve();
    await release.promise;
  });
  await held.promise;
  return { chargeId, commit: () => (release.resolve(), done) };
};

const deferred = () => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

describe('the report of a closed day', () => {
  it('has bookings in flight at midnight: it waits for them', async () => {
    const today = nextDay();
    const slow = await bookSlowly(new Date(Date.parse(endOfDay(today)) - 1).toISOString());
    let isMade = false;
    const report = keepDayReport(ledger.db, owner, today, endOfDay(today)).finally(() => {
      isMade = true;
    });
    // The report asks for the ledger's lock, which PostgreSQL lists as not granted.
    await ledger.db.query(
      `do $$ begin
         while not exists (select from pg_locks l where l.locktype = 'advisory' and not l.granted) loop
           perform pg_sleep(0.01);
         end loop;
       end $$`,
    );
    expect(isMade).toBe(false);
    await slow.commit();

    expect(await idsIn(await report)).toEqual([slow.chargeId]);
  });

  it('gets no more entries, even from a process whose clock is behind', async () => {
    const today = nextDay();
    const [before, after] = [charge(), charge()];
    await ledger.book(before);
    const report = await keepDayReport(ledger.db, owner, today, endOfDay(today));
    // Still today by this clock.
    ledger.clock.set(new Date(Date.parse(endOfDay(today)) - 1_000).toISOString());
    await ledger.book(after);

    expect(await idsIn(report)).toEqual([before.chargeId]);
    expect(await bodyNow(today)).toBe(await bodyOf(report));
    const tomorrow = addDays(today, 1);
    expect(await idsIn(await keepDayReport(ledger.db, owner, tomorrow, endOfDay(tomorrow)))).toEqual([after.chargeId]);
  });

  it('is made once and the same for concurrent requests', async () => {
    const today = nextDay();
    await ledger.book(charge());
    const reports = await Promise.all(
      Array.from({ length: 8 }, () => keepDayReport(ledger.db, owner, today, endOfDay(today))),
    );

    const bodies = new Set(await Promise.all(reports.map(bodyOf)));
    expect([...bodies].map(digestOf)).toEqual([reports[0]?.sha256]);
  });

  it('cannot be changed', async () => {
    await expect(ledger.db.query(`update day_report_parts set body = ''`)).rejects.toThrow('The ledger is not changed');
  });

  it('stays equal to the books, whatever is booked around midnight by clocks that differ', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -3_000, max: 3_000 }), { minLength: 1, maxLength: 12 }),
        fc.nat({ max: 12 }),
        async (offsets, place) => {
          const today = nextDay();
          const midnightMs = Date.parse(endOfDay(today));
          const work = offsets.map((offsetMs) => async () => {
            ledger.clock.set(new Date(midnightMs + offsetMs).toISOString());
            await ledger.book(charge());
          });
          const closing = () => keepDayReport(ledger.db, owner, today, endOfDay(today)).then(() => undefined);
          await Promise.all([...work.slice(0, place), closing, ...work.slice(place)].map((each) => each()));

          const [kept] = [await keepDayReport(ledger.db, owner, today, endOfDay(today))];
          expect(await bodyNow(today)).toBe(await bodyOf(kept));
          const { openings } = await statementIn(kept);
          const entries = await entriesIn(kept);
          expect(findMisstatedFrom(openings)(entries)).toEqual([]);
          const tomorrow = addDays(today, 1);
          const next = await keepDayReport(ledger.db, owner, tomorrow, endOfDay(tomorrow));
          expect((await idsIn(kept)).length + (await idsIn(next)).length).toBe(offsets.length);
          const closed = addUpFrom(openings);
          closed.add(entries);
          for (const [kind, openingMinor] of Object.entries((await statementIn(next)).openings)) {
            expect(closed.account(kind as UserAccountKind).closingMinor).toBe(openingMinor);
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);
});

describe('the closing of a month', () => {
  const month = '2030-05';
  const now = startOfDay('2030-06-01');
  const first = charge();
  const booked = { first: '', refund: '' };
  const close = () => readClosing(ledger.db, { owner, month, now, isAnew: true });

  /** Changes that no statement of ours can make: triggers off, as an intruder with the database's keys could. */
  const tamper = async (sql: string, params: readonly unknown[] = []) =>
    ledger.db.transaction(async (tx) => {
      await tx.query('set local session_replication_role = replica');
      await tx.query(sql, params);
    });

  const transactionOf = async (kind: string): Promise<string> => {
    const [row] = await ledger.db.query<{ transaction_id: string }>(
      'select transaction_id from ledger_transactions where charge_id = $1 and kind = $2',
      [first.chargeId, kind],
    );
    return row?.transaction_id ?? '';
  };

  beforeAll(async () => {
    ledger.clock.set('2030-05-04T12:00:00.000Z');
    await ledger.tell(paidEvent(first));
    ledger.clock.set('2030-05-20T12:00:00.000Z');
    await ledger.tell(refundEvent(first, 1_000));
    booked.first = await transactionOf('CHARGE_PAID');
    booked.refund = await transactionOf('SPLIT_REVERSED');
  });

  it('is the digest of the digests of its days, and adds up', async () => {
    const closing = await close();
    expect(closing).toMatchObject({ isComplete: true, differences: [] });
    expect(closing.days).toHaveLength(31);
    expect(closing.sha256).toBe(digestOf(closing.days.map(({ day: each, sha256 }) => `${each} ${sha256}\n`).join('')));
    expect((await close()).sha256).toBe(closing.sha256);
    expect(await readClosing(ledger.db, { owner: null, month, now, isAnew: true })).toMatchObject({
      isComplete: true,
      differences: [],
    });
  });

  it('reads no entry of days that were found right, and goes on comparing one that was not', async () => {
    const onwards = () => readClosing(ledger.db, { owner, month, now, isAnew: false });
    await close();
    await ledger.db.query('analyze');
    const rows = await rowsRead(ledger.db, 'postings', (tx) =>
      readClosing({ ...tx, transaction: (work) => work(tx) }, { owner, month, now, isAnew: false }),
    );
    expect(rows).toBe(0);
    expect(await onwards()).toEqual(await close());

    const change = (by: number) =>
      tamper(`update postings set amount_minor = amount_minor + ${by} where transaction_id = $1 and kind = 'FEE'`, [
        booked.first,
      ]);
    await change(5);
    expect((await onwards()).differences).toEqual([]);
    const { differences, days } = await close();
    expect(differences).not.toEqual([]);
    expect(days[3]).toMatchObject({ day: '2030-05-04', comparedAt: null });
    expect((await onwards()).differences).toEqual(differences);
    await change(-5);
    expect(await onwards()).toMatchObject({ differences: [] });
  });

  it('has only the days that have ended', async () => {
    expect(
      await readClosing(ledger.db, { owner, month: '2030-06', now: startOfDay('2030-06-03'), isAnew: false }),
    ).toMatchObject({
      isComplete: false,
      days: [{ day: '2030-06-01' }, { day: '2030-06-02' }],
    });
  });

  it.each<[string, () => [string, string], () => readonly string[]]>([
    [
      'an amount',
      () => [
        `update postings set amount_minor = amount_minor + 5 where transaction_id = '${booked.first}' and kind = 'FEE'`,
        `update postings set amount_minor = amount_minor - 5 where transaction_id = '${booked.first}' and kind = 'FEE'`,
      ],
      () => [
        `(${booked.first}): amountMinor was 99 and is 104.`,
        `(${booked.first}): its balance is not what the entries up to it lead to.`,
        `Transaction ${booked.first} of ${first.chargeId} moves user ${owner} by 7896; its event says 7901`,
        `(repasse.charge.paid.v1 of ${first.chargeId}) moves user:${owner} by 7901; booked are 7896`,
      ],
    ],
    [
      'the day of an entry',
      () => [
        `update postings set booked_at = booked_at + interval '1 day' where transaction_id = '${booked.refund}'`,
        `update postings set booked_at = booked_at - interval '1 day' where transaction_id = '${booked.refund}'`,
      ],
      () => [`of 2030-05-20 (${booked.refund}) is gone.`, `(${booked.refund}) came to 2030-05-21 after it had closed.`],
    ],
    [
      'a share of a settlement',
      () => [
        `update settlement_shares set amount_minor = amount_minor + 1 where user_id = ${owner}
         and settlement_id = (select settlement_id from settlements where charge_id = '${first.chargeId}')`,
        `update settlement_shares set amount_minor = amount_minor - 1 where user_id = ${owner}
         and settlement_id = (select settlement_id from settlements where charge_id = '${first.chargeId}')`,
      ],
      () => [`moves user ${owner} by 7901; its event says 7902, in minor units.`],
    ],
    [
      'what an event said',
      () => [
        `update booked_events set effects = jsonb_set(effects::jsonb, '{user:${owner}}', '7900')
         where subject = '${first.chargeId}' and type = 'repasse.charge.paid.v1'`,
        `update booked_events set effects = jsonb_set(effects::jsonb, '{user:${owner}}', '7901')
         where subject = '${first.chargeId}' and type = 'repasse.charge.paid.v1'`,
      ],
      () => [
        `(repasse.charge.paid.v1 of ${first.chargeId}) moves user:${owner} by 7900; booked are 7901, in minor units of BRL.`,
      ],
    ],
    [
      'the event of a transaction',
      () => [
        `update ledger_transactions set event_id = 'evt_other' where transaction_id = '${booked.first}'`,
        `update ledger_transactions t set event_id = e.event_id from booked_events e
         where t.transaction_id = '${booked.first}' and t.transaction_id = any (e.transaction_ids)`,
      ],
      () => [`Transaction ${booked.first} was booked from no event that is remembered.`],
    ],
    [
      'a kept report',
      () => [
        `update day_report_parts set body = replace(body, '7901', '7900') where day = '2030-05-04' and user_id = ${owner}`,
        `update day_report_parts set body = replace(body, '7900', '7901') where day = '2030-05-04' and user_id = ${owner}`,
      ],
      () => ['The kept report of 2030-05-04 is not what its digest was made of.'],
    ],
  ])('finds and names %s that was altered', async (_what, statements, named) => {
    const [alter, restore] = statements();
    await close();
    await tamper(alter);
    const { differences } = await close();
    await tamper(restore);

    for (const name of named()) expect(differences.join('\n')).toContain(name);
    expect((await close()).differences).toEqual([]);
  });

  it('of the platform names the day and the provider whose account was altered', async () => {
    await readClosing(ledger.db, { owner: null, month, now, isAnew: true });
    const change = (by: number) =>
      tamper(
        `update postings set amount_minor = amount_minor + ${by} where transaction_id = $1 and account_id like 'provider%'`,
        [booked.first],
      );
    await change(5);
    const { differences } = await readClosing(ledger.db, { owner: null, month, now, isAnew: true });
    await change(-5);

    const type = 'repasse.charge.paid.v1';
    expect(differences.join('\n')).toContain(
      `(${type} of ${first.chargeId}) moves provider_clearing:PIX by -10000; booked are -10005`,
    );
    expect(differences).toContain('The settlement of 2030-05-04 by PIX in BRL is not the one of the kept report.');
    const report = await keepDayReport(ledger.db, null, '2030-05-04', now);
    expect((await keptSettlementDay(ledger.db, report)).lines).toMatchObject([
      { received: { count: 1, amountMinor: 10_000 } },
    ]);
  });

  it('of the platform names the type of an event that was altered or taken out', async () => {
    await readClosing(ledger.db, { owner: null, month, now, isAnew: true });
    const condition = `subject = '${first.chargeId}' and type = 'repasse.charge.refunded.v1'`;
    await tamper(`update booked_events set sha256 = reverse(sha256) where ${condition}`);
    const { differences } = await readClosing(ledger.db, { owner: null, month, now, isAnew: true });
    await tamper(`update booked_events set sha256 = reverse(sha256) where ${condition}`);

    expect(differences).toEqual([
      'The events of 2030-05-20 of type repasse.charge.refunded.v1 are not those of the kept report.',
    ]);
    expect((await readClosing(ledger.db, { owner: null, month, now, isAnew: true })).differences).toEqual([]);
  });
});
