import { randomIds } from '@repasse/chassis/ids';
import { openDatabase, type Database } from '@repasse/chassis/postgres/database';
import { ensureDatabase } from '@repasse/chassis/postgres/ensure-database';
import { migrate } from '@repasse/chassis/postgres/migrate';
import { createPayoutCalendar } from '../../../services/split-settlement/src/domain/payout-calendar';
import { migrations } from '../../../services/split-settlement/src/migrations';
import { runSchedules, type RunOptions } from '../../../services/split-settlement/src/store/payouts/run-schedules';
import { type Table } from '../report/table';
import { type Bench } from './bench';
import { countingStatements } from './counted-statements';

const sellers = 10_000;
const setMax = 100;
const runAt = '2026-01-05T21:00:00.000Z';

/** Payouts by schedule, decided as split-settlement's worker does: sellers with money, a destination and a manager. */
export const measurePayouts = async ({ system, report }: Bench): Promise<readonly Table[]> => {
  const db = await openBooks(`${system.stack.postgresUrl}/bench_payouts`);
  try {
    for (const sql of fill) await db.query(sql, [sellers, runAt].slice(0, sql.includes('$2') ? 2 : 1));
    await db.query('analyze');
    const { seconds, statements } = await decideAll(db);
    report(`  payouts by schedule: ${sellers} decided in ${seconds.toFixed(1)} s`);
    const values = [sellers / seconds, seconds, statements / sellers];
    const columns = ['per second', 's', 'statements of a payout'];
    const title = 'Payouts by schedule, decided and booked';
    return [{ id: 'payouts', title, columns, rows: [{ name: '10,000 sellers', values }] }];
  } finally {
    await db.close();
  }
};

const openBooks = async (url: string): Promise<Database> => {
  await ensureDatabase(url);
  const db = openDatabase({ url, name: 'bench payouts' });
  await migrate(db, migrations);
  return db;
};

const decideAll = async (db: Database): Promise<{ readonly seconds: number; readonly statements: number }> => {
  const counted = countingStatements(db);
  const times: RunOptions['times'] = { calendar: createPayoutCalendar([]), cutOffMs: 18 * 3_600_000 };
  const run = { db: counted.db, ids: randomIds, times, amountMinorMin: 1_000, releaseWithinMs: 3_600_000 };
  const startedAtMs = performance.now();
  let made = 0;
  for (let left = true; left;) {
    const result = await runSchedules(run, runAt, runAt, setMax);
    made += result.made;
    left = result.decided > 0;
  }
  if (made !== sellers) throw new Error(`${made} payouts were made for ${sellers} sellers.`);
  return { seconds: (performance.now() - startedAtMs) / 1_000, statements: counted.statements() };
};

/** One statement for each table: a thousand cents and more for each seller, put there without bookings. */
const fill = [
  `insert into payees select n, 1 + n % 20, 'VERIFIED' from generate_series(1000, 999 + $1::bigint) n`,
  `insert into payout_destinations (destination_id, user_id, rail, kind, label, is_own_document, is_default, added_at,
                                    usable_from)
   select 'dst_' || upper(lpad(to_hex(n), 26, '0')), n, 'PIX', 'PIX_KEY', 'PIX CPF ***.456.789-**', true, true,
          '2025-01-01', '2025-01-02'
   from generate_series(1000, 999 + $1::bigint) n`,
  `insert into accounts (account_id, kind, user_id)
   select 'user_available:' || n, 'user_available', n from generate_series(1000, 999 + $1::bigint) n`,
  `insert into balances (account_id, currency, balance_minor)
   select 'user_available:' || n, 'BRL', 5000 + n from generate_series(1000, 999 + $1::bigint) n`,
  `insert into payout_schedules (user_id, frequency, keep_minor, is_business_days_only, next_run_at, updated_at, updated_by)
   select n, 'DAILY', 0, true, $2::timestamptz, '2025-01-01', 'bench' from generate_series(1000, 999 + $1::bigint) n`,
];
