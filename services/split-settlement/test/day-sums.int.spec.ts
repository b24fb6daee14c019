import { randomIds } from '@repasse/chassis/ids';
import { rowsRead } from '@repasse/chassis/testing/rows-read';
import { addDays, startOfDay } from '@repasse/values/brasilia-time';
import { releaseDue } from '../src/store/release-due';
import { closeUntil } from '../src/store/reports/close-days';
import { readFees, type MonthlyFees } from '../src/store/reports/read-fees';
import { readReceivables, type Receivable } from '../src/store/reports/read-receivables';
import { sumUpClosedDays } from '../src/store/reports/sum-up-days';
import { eventOf, olga, paidCharge, paidEvent, paidInternationally, refundEvent } from './support/charges';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('day sums');
});
afterAll(() => ledger.close());

const fees = (): Promise<MonthlyFees[]> => readFees(ledger.db, { userId: olga, from: '2026-01', to: '2026-03' });

describe('the fees of months', () => {
  const bookDays = async (): Promise<void> => {
    for (let count = 0; count < 45; count += 1) {
      ledger.clock.set(
        new Date(Date.parse(startOfDay(addDays('2026-01-03', count))) + 3_600_000 * (count % 24)).toISOString(),
      );
      if (count % 7 === 3) continue;
      const paidAt = ledger.clock.now().toISOString();
      const paymentId = `pay_${randomIds.ulid()}`;
      const coins = {
        chargeId: null,
        attemptId: null,
        paymentId,
        userId: olga,
        paymentMethod: 'CRYPTO',
        currency: 'BRL',
      } as const;
      await ledger.tell(
        paidEvent(paidCharge({ paidAt })),
        paidEvent(paidInternationally({ paidAt })),
        eventOf('repasse.payment.received.v1', paymentId, 1, paidAt, { ...coins, amountMinor: 2_000 }),
      );
    }
  };

  it('are the same before and after their days are added up, one day at a time', async () => {
    await bookDays();
    const read = await fees();
    expect(read.map(({ month, paymentMethod, paymentCount }) => [month, paymentMethod, paymentCount])).toEqual([
      ['2026-01', 'CRYPTO', 25],
      ['2026-01', 'INTERNATIONAL', 25],
      ['2026-01', 'PIX', 25],
      ['2026-02', 'CRYPTO', 14],
      ['2026-02', 'INTERNATIONAL', 14],
      ['2026-02', 'PIX', 14],
    ]);
    for (const until of ['2026-01-03', '2026-01-20', '2026-02-20']) {
      await closeUntil(ledger.db, startOfDay(until));
      while (await sumUpClosedDays(ledger.db));
      expect(await fees()).toEqual(read);
    }
    await ledger.db.query('analyze');
    const rows = await rowsRead(ledger.db, 'postings', (tx) =>
      readFees(tx, { userId: olga, from: '2026-01', to: '2026-01' }),
    );
    expect(rows).toBe(0);
  });

  it('are added up once by processes that do it at the same time', async () => {
    ledger.clock.set(startOfDay('2026-02-20'));
    await ledger.book(paidCharge());
    await closeUntil(ledger.db, startOfDay('2026-02-25'));
    const before = await fees();
    await Promise.all([sumUpClosedDays(ledger.db), sumUpClosedDays(ledger.db), sumUpClosedDays(ledger.db)]);
    expect(await fees()).toEqual(before);
    expect(await ledger.db.query(`select summed_until::text as at from summed_days`)).toEqual([
      { at: '2026-02-25 03:00:00+00' },
    ]);
  });
});

describe('receivables by day', () => {
  /** As they were read before there were sums. */
  const fromReleases = (): Promise<Receivable[]> =>
    ledger.db.query<Receivable>(
      `select to_char(r.due_at at time zone interval '-3 hours', 'YYYY-MM-DD') as day, s.payment_method as "paymentMethod",
              r.source, count(*) as count, sum(r.amount_minor - r.taken_minor)::bigint as "amountMinor"
       from releases r join settlements s using (settlement_id)
       where r.user_id = $1 and r.currency = 'BRL' and r.transaction_id is null and r.taken_minor < r.amount_minor
       group by 1, 2, 3 order by 1, 2, 3`,
      [olga],
    );
  const fromSums = () =>
    readReceivables(ledger.db, { userId: olga, currency: 'BRL', from: '2026-01-01', to: '2027-12-31' });

  it('follow what is planned, taken and released', async () => {
    ledger.clock.set('2026-02-26T12:00:00.000Z');
    const paidAt = ledger.clock.now().toISOString();
    const card = paidCharge({ paymentMethod: 'CREDIT_CARD', installments: 3, paidAt });
    const abroad = paidInternationally({ paidAt });
    await ledger.book(card, abroad, paidCharge({ paidAt }));
    const planned = await fromSums();
    expect(planned).toEqual(await fromReleases());
    expect(planned.some(({ paymentMethod }) => paymentMethod === 'CREDIT_CARD')).toBe(true);

    await ledger.db.query(`select from balances where account_id = 'user_available:${olga}'`);
    await ledger.tell(refundEvent(abroad, 10_000), refundEvent(card, 10_000));
    expect(await fromSums()).toEqual(await fromReleases());

    await ledger.book(paidInternationally({ paidAt }));
    await releaseDue(ledger.db, randomIds, '2026-03-30T12:00:00.000Z', 10_000);
    expect(await fromSums()).toEqual(await fromReleases());
    expect(await fromSums()).not.toEqual(planned);
  });
});
