import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { readCheck, type LedgerReport } from './check-ledger';

type Writable = Pick<Database, 'query' | 'transaction'>;

/** A check, and when every entry was last read. */
export interface ProvedReport extends LedgerReport {
  /** Null before the first check that read all of them. */
  readonly readAllAt: string | null;
}

/**
 * Checks what was posted since the last check that found no fault, on top of the sums of all before, which is the same work
 * whatever the ledger's size. Where it finds a fault the proof stays where it was, so the fault is found again. Reads every
 * entry while no check of all of them has found them right.
 */
export const checkOnwards = async (db: Writable, now: string): Promise<ProvedReport> => {
  const allReadAt = await readAllAt(db);
  if (allReadAt === null) return checkAnew(db, now);
  const { report, provedEntryId, lastEntryId } = await readCheck(db, 'since the proof');
  if (report.isBalanced && lastEntryId > provedEntryId) {
    await db.transaction(async (tx) => {
      // Another process may have gone on from there meanwhile.
      if ((await lockProof(tx)) === provedEntryId) await addToProof(tx, { provedEntryId, lastEntryId, report });
    });
  }
  return { ...report, readAllAt: allReadAt };
};

/** Reads every entry. Where all is right, later checks go on from here; where not, they read every entry, too. */
export const checkAnew = async (db: Writable, now: string): Promise<ProvedReport> => {
  const { report, lastEntryId } = await readCheck(db, 'all');
  const allReadAt = report.isBalanced ? now : null;
  await db.transaction(async (tx) => {
    await lockProof(tx);
    if (report.isBalanced) {
      await tx.query('delete from proved_accounts');
      await addToProof(tx, { provedEntryId: 0, lastEntryId, report });
    }
    await tx.query('update ledger_proof set read_all_at = $1', [allReadAt]);
  });
  return { ...report, readAllAt: allReadAt };
};

const lockProof = async (tx: Tx): Promise<number | undefined> => {
  const [row] = await tx.query<{ entry_id: number }>('select entry_id from ledger_proof for update');
  return row?.entry_id;
};

const addToProof = async (
  tx: Tx,
  o: { readonly provedEntryId: number; readonly lastEntryId: number; readonly report: LedgerReport },
): Promise<void> => {
  await tx.query(addSums, [o.provedEntryId, o.lastEntryId]);
  await tx.query(
    `update ledger_proof set entry_id = $1, transaction_count = $2,
       booked_at = coalesce((select booked_at from postings where booked_at >= ledger_proof.booked_at and entry_id = $1),
                            ledger_proof.booked_at)`,
    [o.lastEntryId, o.report.transactionCount],
  );
};

// From the beginning where the proof begins anew.
const addSums = `
  insert into proved_accounts as a (account_id, currency, debit_minor, credit_minor)
  select account_id, currency, coalesce(sum(amount_minor) filter (where direction = 'debit'), 0),
         coalesce(sum(amount_minor) filter (where direction = 'credit'), 0)
  from postings
  where booked_at >= case when $1::bigint = 0 then '-infinity' else (select booked_at from ledger_proof) end
    and entry_id > $1 and entry_id <= $2
  group by account_id, currency
  on conflict (account_id, currency) do update
    set debit_minor = a.debit_minor + excluded.debit_minor, credit_minor = a.credit_minor + excluded.credit_minor`;

const readAllAt = async (tx: Tx): Promise<string | null> => {
  const [row] = await tx.query<{ at: string | null }>('select read_all_at as at from ledger_proof');
  return row?.at ?? null;
};
