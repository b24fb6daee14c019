import { type PaymentMethod } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';
import { endOfDay, startOfDay } from '@repasse/values/brasilia-time';
import { accountIdOf } from '../../domain/ledger';
import { paymentMethodOf } from './sum-up-days';
import { lastDayOf } from '../../domain/local-day';

/** The sum of a user's payments of one method in one month, and the platform's fees on them. */
export interface MonthlyFees {
  readonly month: string;
  readonly paymentMethod: PaymentMethod;
  readonly currency: string;
  readonly paymentCount: number;
  readonly grossMinor: number;
  readonly feeMinor: number;
}

/**
 * By month and method. Months are those in which the payments were booked, `from` and `to` included. Days that are closed
 * are added up already; of later ones every payment is read.
 */
export const readFees = (
  tx: Tx,
  { userId, from, to }: { readonly userId: number; readonly from: string; readonly to: string },
): Promise<MonthlyFees[]> =>
  tx.query<MonthlyFees>(sql, [
    (['user_pending', 'user_available'] as const).map((kind) => accountIdOf({ kind, userId })),
    startOfDay(`${from}-01`),
    endOfDay(lastDayOf(to)),
    userId,
    `${from}-01`,
    lastDayOf(to),
  ]);

// The later entries of each account and reason, along their index and one by one: `offset 0` keeps the planner from joining
// whole tables.
const sql = `
  with summed as materialized (select summed_until from summed_days)
  select month, method as "paymentMethod", currency, sum(payments)::bigint as "paymentCount",
         sum(gross)::bigint as "grossMinor", sum(fee)::bigint as "feeMinor"
  from (
    select to_char(day, 'YYYY-MM') as month, payment_method as method, currency, payment_count as payments,
           gross_minor as gross, fee_minor as fee
    from fee_days where user_id = $4 and day between $5::date and $6::date
    union all
    select to_char(p.booked_at at time zone interval '-3 hours', 'YYYY-MM'),
           ${paymentMethodOf('p.transaction_id', 't.settlement_id')}, p.currency, (p.kind = 'GROSS')::int,
           case p.kind when 'GROSS' then p.amount_minor else 0 end, case p.kind when 'FEE' then p.amount_minor else 0 end
    from summed cross join unnest($1::text[]) as a(account_id) cross join (values ('GROSS'), ('FEE')) as k(kind)
    cross join lateral (
      select * from postings p
      where p.account_id = a.account_id and p.kind = k.kind
        and p.booked_at >= greatest($2::timestamptz, summed.summed_until) and p.booked_at < $3::timestamptz offset 0
    ) p
    cross join lateral (
      select settlement_id from ledger_transactions t where t.transaction_id = p.transaction_id offset 0
    ) t
  ) paid
  group by 1, 2, 3 order by 1, 2, 3`;
