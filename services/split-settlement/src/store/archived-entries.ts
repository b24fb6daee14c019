import { byColumn, type ArchiveKind } from '@repasse/chassis/archive/kind';

/**
 * Transactions of the ledger with their postings. They are written to files as evidence and stay in the database: the books
 * are never changed, and balances, reports and the proof of the ledger go on from them.
 */
export const archivedEntries: ArchiveKind = {
  name: 'ledger-entries',
  isMoved: false,
  closedSql: `
    select l.transaction_id as id, to_char(l.booked_at at time zone 'UTC', 'YYYY-MM') as month
    from ledger_transactions l
    where l.transaction_id collate "C" > $2 and l.booked_at < $1::timestamptz
      and not exists (select from archived a where a.kind = 'ledger-entries' and a.id = l.transaction_id)
    order by l.transaction_id collate "C" limit $3::bigint`,
  ownerSql: 'null::bigint',
  ofChargeSql: `
    select l.transaction_id as id from ledger_transactions l where l.charge_id = $1 order by l.transaction_id`,
  tables: [
    byColumn('ledger_transactions', 'transaction_id', 't.transaction_id'),
    byColumn('postings', 'transaction_id', 't.line'),
  ],
  // Rows of the books do not change, so there is nobody to keep away.
  lock: () => Promise.resolve(),
};
