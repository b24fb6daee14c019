import { type Database } from '@repasse/chassis/postgres/database';

/** The sum of all users' accounts of one kind. */
export interface KindTotal {
  readonly kind: string;
  readonly currency: string;
  readonly totalMinor: number;
}

/** The sums an operator watches: debts, disputes, undecided surpluses, open withdrawals and shares that wait. */
export const sumAccounts = (db: Database): Promise<KindTotal[]> =>
  db.query<KindTotal>(`
    select a.kind, b.currency, sum(abs(b.balance_minor))::bigint as "totalMinor"
    from balances b join accounts a using (account_id)
    where a.kind in ('user_debt', 'dispute_held', 'surplus_held', 'withdrawal_held', 'share_held')
    group by a.kind, b.currency`);
