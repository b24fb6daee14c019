import { type Tx } from '@repasse/chassis/postgres/database';

/** When the provider was done with a withdrawal; null when it was never paid. */
export const findPaidAt = async (db: Tx, withdrawalId: string): Promise<string | null> => {
  const [row] = await db.query<{ paidAt: string }>(
    `select t.occurred_at as "paidAt" from withdrawal_transactions w join ledger_transactions t using (transaction_id)
     where w.withdrawal_id = $1 and t.kind = 'WITHDRAWAL_PAID'`,
    [withdrawalId],
  );
  return row?.paidAt ?? null;
};
