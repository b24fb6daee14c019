import { join } from 'node:path';
import { randomIds } from '@repasse/chassis/ids';
import { createLogger } from '@repasse/chassis/log/logger';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { chassisMigrations } from '@repasse/chassis/postgres/migrate';
import { fakeClock, type FakeClock } from '@repasse/chassis/testing/clock';
import { openTestDatabase } from '@repasse/chassis/testing/postgres';
import { releaseScheduleOf } from '../../src/config';
import { type AnyEvent } from '@repasse/contracts';
import { tellClock } from '../../src/store/ledger-clock';
import { bookEvents } from '../../src/consume/book-events';
import { paidEvent, type ChargePaid } from './charges';

const release = {
  pixDays: 0,
  cardFirstDays: 30,
  cardInstallmentDays: 30,
  internationalDays: 7,
  reserveDays: 120,
};

export interface LedgerDatabase {
  readonly db: Database;
  readonly clock: FakeClock;
  /** Books as the consumer does, each call in a transaction of its own. */
  readonly book: (...charges: readonly ChargePaid[]) => Promise<void>;
  /** The same for any events, all of them one batch. */
  readonly tell: (...events: readonly AnyEvent[]) => Promise<void>;
  /** Books within a transaction of the caller's. */
  readonly bookWithin: (events: readonly AnyEvent[], tx: Tx) => Promise<void>;
  /** What every account holds, credits positive. */
  balances(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export const openLedgerDatabase = async (label: string): Promise<LedgerDatabase> => {
  const db = await openTestDatabase(label, [
    chassisMigrations.outbox,
    chassisMigrations.idempotency,
    chassisMigrations.consumer,
    chassisMigrations.access,
    chassisMigrations.archive,
    join(__dirname, '../../migrations'),
  ]);
  const clock = fakeClock('2026-01-01T12:00:01.000Z');
  await tellClock(db, clock);
  const log = createLogger({ service: label, level: 'silent' });
  const schedule = releaseScheduleOf({ release });
  const book = bookEvents({ schedule, coinFeeBps: 150, ids: randomIds, clock, log, count: () => undefined });
  const tell = (...events: readonly AnyEvent[]) => db.transaction((tx) => book(events, tx));
  return {
    db,
    clock,
    book: (...charges) => tell(...charges.map((charge) => paidEvent(charge))),
    tell,
    bookWithin: book,
    balances: async () => {
      const rows = await db.query<{ account_id: string; balance_minor: number }>('select * from balances');
      return Object.fromEntries(rows.map(({ account_id, balance_minor }) => [account_id, balance_minor]));
    },
    close: () => db.close(),
  };
};
