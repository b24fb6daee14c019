import { type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay, startOfDay } from '../../domain/local-day';

/** The money of one method that comes on one day. */
export interface Receivable {
  readonly day: string;
  readonly paymentMethod: string;
  readonly source: 'user_pending' | 'user_reserve';
  readonly count: number;
  readonly amountMinor: number;
}

/** The planned releases of a user by day and method, less the amounts that were taken back. */
export const readReceivables = (
  tx: Tx,
  o: { readonly userId: number; readonly currency: string; readonly from: string; readonly to: string },
): Promise<Receivable[]> =>
  tx.query<Receivable>(
    `select to_char(r.due_at at time zone interval '-3 hours', 'YYYY-MM-DD') as day, s.payment_method as "paymentMethod",
            r.source, count(*) as count, sum(r.amount_minor - r.taken_minor)::bigint as "amountMinor"
     from releases r join settlements s using (settlement_id)
     where r.user_id = $1 and r.currency = $2 and r.transaction_id is null and r.taken_minor < r.amount_minor
       and r.due_at >= $3 and r.due_at < $4
     group by 1, 2, 3 order by 1, 2, 3`,
    [o.userId, o.currency, startOfDay(o.from), endOfDay(o.to)],
  );
