import { type Tx } from '@repasse/chassis/postgres/database';
import { accountIdOf } from '../../domain/ledger';
import { endOfDay, lastDayOf, startOfDay } from '../../domain/local-day';

/** The sum of a user's payments of one method in one month, and the platform's fees on them. */
export interface MonthlyFees {
  readonly month: string;
  readonly paymentMethod: string;
  readonly currency: string;
  readonly paymentCount: number;
  readonly grossMinor: number;
  readonly feeMinor: number;
}

/** By month and method. Months are those in which the payments were booked, `from` and `to` included. */
export const readFees = (
  tx: Tx,
  { userId, from, to }: { readonly userId: number; readonly from: string; readonly to: string },
): Promise<MonthlyFees[]> =>
  tx.query<MonthlyFees>(
    `select to_char(p.booked_at at time zone interval '-3 hours', 'YYYY-MM') as month,
            coalesce(s.payment_method, r.payment_method) as "paymentMethod", p.currency,
            count(*) filter (where p.kind = 'GROSS') as "paymentCount",
            coalesce(sum(p.amount_minor) filter (where p.kind = 'GROSS'), 0)::bigint as "grossMinor",
            coalesce(sum(p.amount_minor) filter (where p.kind = 'FEE'), 0)::bigint as "feeMinor"
     from postings p join ledger_transactions t using (transaction_id)
     left join settlements s on s.settlement_id = t.settlement_id
     left join coin_receipts r on r.transaction_id = t.transaction_id
     where p.account_id = any ($1) and p.booked_at >= $2 and p.booked_at < $3 and p.kind in ('GROSS', 'FEE')
     group by 1, 2, 3 order by 1, 2, 3`,
    [
      (['user_pending', 'user_available'] as const).map((kind) => accountIdOf({ kind, userId })),
      startOfDay(`${from}-01`),
      endOfDay(lastDayOf(to)),
    ],
  );
