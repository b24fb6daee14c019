import { type PaymentMethod } from '@repasse/contracts';
import { type Tx } from '@repasse/chassis/postgres/database';

/** The money of one method that comes on one day. */
export interface Receivable {
  readonly day: string;
  readonly paymentMethod: PaymentMethod;
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
    `select to_char(day, 'YYYY-MM-DD') as day, payment_method as "paymentMethod", source, release_count as count,
            amount_minor as "amountMinor"
     from receivable_days
     where user_id = $1 and currency = $2 and day between $3::date and $4::date and release_count > 0
     order by day, payment_method, source`,
    [o.userId, o.currency, o.from, o.to],
  );
