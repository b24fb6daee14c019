import { randomIds } from '@repasse/chassis/ids';
import { createPayoutCalendar } from '../src/domain/payout-calendar';
import { checkLedger } from '../src/store/check-ledger';
import { runSchedules } from '../src/store/payouts/run-schedules';
import { openLedgerDatabase, type LedgerDatabase } from './support/ledger-database';
import { fundsFor } from './support/withdrawals';

const runAt = '2026-01-02T21:00:00.000Z';
const sellers = Array.from({ length: 12 }, (_, index) => 50_001 + index);

let ledger: LedgerDatabase;
beforeAll(async () => {
  ledger = await openLedgerDatabase('payout-runs');
  await ledger.tell(...sellers.map((userId) => fundsFor(userId, 10_000)));
  await ledger.db.query("insert into payees select unnest($1::bigint[]), null, 'VERIFIED'", [sellers]);
  await ledger.db.query(
    `insert into payout_destinations (destination_id, user_id, rail, kind, label, is_own_document, is_default, added_at,
                                      usable_from)
     select 'dst_' || lpad(n::text, 26, '0'), n, 'PIX', 'PIX_KEY', 'PIX CPF ***.456.789-**', true, true, '2025-01-01', '2025-01-02' from unnest($1::bigint[]) n`,
    [sellers],
  );
  await ledger.db.query(
    `insert into payout_schedules (user_id, frequency, keep_minor, is_business_days_only, next_run_at, updated_at, updated_by)
     select n, 'DAILY', 0, true, $2::timestamptz, '2025-01-01', 'key' from unnest($1::bigint[]) n`,
    [sellers, runAt],
  );
  ledger.clock.set(runAt);
});
afterAll(() => ledger.close());

const run = (limit: number) => {
  const times = { calendar: createPayoutCalendar([]), cutOffMs: 18 * 3_600_000 };
  const options = { db: ledger.db, ids: randomIds, times, amountMinorMin: 1_000, releaseWithinMs: 1_000 };
  return runSchedules(options, runAt, runAt, limit);
};

const countOf = async (table: string): Promise<number> => {
  const [row] = await ledger.db.query<{ n: number }>(`select count(*)::int as n from ${table}`);
  return row?.n ?? 0;
};

it('takes nothing of a set that could not be written', async () => {
  await ledger.db.query('alter table payout_batch_lines add constraint refused check (user_id < 0)');

  await expect(run(5)).rejects.toThrow(/refused/);

  expect([await countOf('withdrawals'), await countOf('payout_batch_lines')]).toEqual([0, 0]);
  await ledger.db.query('alter table payout_batch_lines drop constraint refused');
});

it('pays each seller once, however many processes work on a run', async () => {
  const rounds = await Promise.all([run(5), run(5), run(5)]);
  rounds.push(await run(5), await run(5), await run(5));

  const decided = rounds.reduce((total, round) => total + round.decided, 0);
  expect(decided).toBe(sellers.length);
  expect(await countOf('withdrawals')).toBe(sellers.length);
  expect(await countOf('payout_batch_lines')).toBe(sellers.length);
  expect(await countOf('payout_batches')).toBe(1);
  const balances = await ledger.balances();
  for (const userId of sellers) expect(balances[`user_available:${userId}`]).toBe(0);
  expect(await checkLedger(ledger.db)).toMatchObject({ isBalanced: true, imbalanceMinor: 0 });
});
