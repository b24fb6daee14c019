import { type Database } from '@repasse/chassis/postgres/database';

/** What all users together have in accounts of one kind. */
export interface KindTotal {
  readonly kind: string;
  readonly currency: string;
  readonly totalMinor: number;
}

/** The sums somebody has to look at: what is owed, disputed, waits to be decided or to be paid out. */
export const sumAccounts = (db: Database): Promise<KindTotal[]> =>
  db.query<KindTotal>(`
    select a.kind, b.currency, sum(abs(b.balance_minor))::bigint as "totalMinor"
    from balances b join accounts a using (account_id)
    where a.kind in ('user_debt', 'dispute_held', 'surplus_held', 'withdrawal_held')
    group by a.kind, b.currency`);
