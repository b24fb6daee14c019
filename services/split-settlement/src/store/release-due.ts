import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type Due, readDue, selectDue } from '@repasse/chassis/waiting/due-rows';
import { releaseFunds, type Release, type ReleaseSource } from '../domain/release';
import { openBooks, type Books } from './books/books';
import { fundsReleasedEvents } from '../public/settlements';

interface DueRow {
  readonly charge_id: string;
  readonly settlement_id: string;
  readonly user_id: number;
  readonly source: ReleaseSource;
  readonly installment: number;
  readonly amount_minor: number;
  readonly currency: string;
  readonly due_at: string;
}

/** The releases of one settlement that come due. */
interface SettlementReleases {
  readonly chargeId: string;
  readonly transactionId: string;
  readonly settlementId: string;
  readonly releases: readonly Release[];
}

/** One release that is due, if there is any. Takes no lock: most of the time there is nothing to release. */
export const findDueRelease = (db: Tx, now: string): Promise<Due<{ readonly dueAt: string }>> =>
  readDue(db, findSql, [now], 'dueAt');

/** Releases what is due, at most `limit` parts, and answers how many there were. Any number may run at once. */
export const releaseDue = (db: Database, ids: Ids, now: string, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await lockDue(tx, now, limit);
    if (rows.length === 0) return 0;

    const books = await openBooks(tx, [{ users: rows.map(({ user_id }) => user_id) }], ids);
    for (const settlement of bySettlement(rows, ids)) release(settlement, books, now);
    await books.write();
    return rows.length;
  });

// A release that was taken back in full does not come.
const isOpen = 'r.transaction_id is null and r.taken_minor < r.amount_minor';

const findSql = selectDue({
  rows: `(select r.due_at as "dueAt" from releases r where ${isOpen} and r.due_at <= $1 limit 1)`,
  next: `select min(r.due_at) from releases r where ${isOpen} and r.due_at > $1`,
});

/** Reads the due releases once the ledger's lock is held, so they are still due when they are released. */
const lockDue = async (tx: Tx, now: string, limit: number): Promise<DueRow[]> => {
  const [, rows] = await Promise.all([tx.query('select lock_ledger()'), tx.query<DueRow>(lockedSql, [now, limit])]);
  return rows;
};

const lockedSql = `
  select s.charge_id, r.settlement_id, r.user_id, r.source, r.installment,
         r.amount_minor - r.taken_minor as amount_minor, r.currency, r.due_at
  from releases r join settlements s using (settlement_id)
  where ${isOpen} and r.due_at <= $1
  order by r.due_at
  limit $2`;

const release = (settlement: SettlementReleases, books: Books, now: string): void => {
  const { chargeId, transactionId, releases } = settlement;
  books.accounts.post(releaseFunds({ ...settlement, now }), now);
  books.releases.end(releases, transactionId);
  books.publish(fundsReleasedEvents(chargeId, releases, now));
};

const bySettlement = (rows: readonly DueRow[], ids: Ids): SettlementReleases[] => {
  const settlements = new Map<string, SettlementReleases & { releases: Release[] }>();
  for (const row of rows) {
    const known = settlements.get(row.settlement_id);
    if (known === undefined) settlements.set(row.settlement_id, settlementOf(row, ids));
    else known.releases.push(releaseOf(row));
  }
  return [...settlements.values()];
};

const settlementOf = (row: DueRow, ids: Ids): SettlementReleases & { releases: Release[] } => ({
  chargeId: row.charge_id,
  transactionId: `txn_${ids.ulid()}`,
  settlementId: row.settlement_id,
  releases: [releaseOf(row)],
});

const releaseOf = (row: DueRow): Release => ({
  settlementId: row.settlement_id,
  userId: row.user_id,
  source: row.source,
  installment: row.installment,
  amountMinor: row.amount_minor,
  currency: row.currency,
  dueAt: row.due_at,
});
