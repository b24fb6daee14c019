import { type Tx } from '@repasse/chassis/postgres/database';

/** The parameters of write_books, in its order: rows by the names of their columns. */
const names = [
  ...(['new_booked_events'] as const),
  ...(['new_settlements', 'new_shares', 'new_accounts', 'new_transactions', 'new_postings', 'new_releases'] as const),
  ...(['taken_releases', 'ended_releases', 'new_reversals', 'new_reversal_shares', 'new_decisions'] as const),
  ...(['new_surpluses', 'surplus_standings', 'new_surplus_resolutions', 'new_surplus_refunds'] as const),
  ...(['new_receipts', 'new_coin_refunds'] as const),
  ...(['new_withdrawals', 'withdrawal_standings', 'new_withdrawal_transactions', 'new_events'] as const),
];

export type EntryName = (typeof names)[number];

/** Rows to be written. What is not named has none. */
export type Entries = Partial<Readonly<Record<EntryName, readonly object[]>>>;

/** Writes all of it in one call; nothing when there is none. Call it under the ledger's lock. */
export const writeEntries = async (tx: Tx, entries: Entries): Promise<void> => {
  const rows = names.map((name) => entries[name] ?? []);
  if (rows.every(({ length }) => length === 0)) return;
  await tx.query(
    write,
    rows.map((each) => (each.length === 0 ? null : JSON.stringify(each))),
  );
};

const write = `select write_books(${names.map((name, index) => `${name} => $${index + 1}::json`).join(', ')})`;
