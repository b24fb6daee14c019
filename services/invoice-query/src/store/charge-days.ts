import { type Tx } from '@repasse/chassis/postgres/database';
import { type AnyEvent, type ChargeMethod } from '@repasse/contracts';
import { type Day } from '@repasse/values/brasilia-time';
import { chargeDayRowsOf, withdrawn } from '../projections/charge-days';

export interface ChargeDay {
  readonly day: Day;
  readonly paymentMethod: ChargeMethod;
  readonly paidCount: number;
  readonly paidMinor: number;
  readonly feeMinor: number;
  readonly refundCount: number;
  readonly refundMinor: number;
  readonly failedCount: number;
}

/** The rows of all users together. */
const everybody = 0;

/** One walk along the key, of a row for each day and method at most. */
export const readChargeDays = (
  db: Tx,
  userId: number | undefined,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<ChargeDay[]> =>
  db.query<ChargeDay>(
    `select day::text, payment_method as "paymentMethod", paid_count as "paidCount", paid_minor as "paidMinor",
            fee_minor as "feeMinor", refund_count as "refundCount", refund_minor as "refundMinor",
            failed_count as "failedCount"
     from charge_days where user_id = $1 and day between $2::date and $3::date order by 1, 2`,
    [userId ?? everybody, from, to],
  );

/**
 * Counts charges on their days once more (1) or once less (-1), from the events that the archive takes out or brings back.
 * Days that nothing is left of go.
 */
export const countChargeDays = async (tx: Tx, chargeIds: readonly string[], change: number): Promise<void> => {
  const received = await tx.query<{ envelope: AnyEvent }>(
    `select envelope from received_events where envelope -> 'data' ->> 'chargeId' = any ($1)`,
    [chargeIds],
  );
  const shown = chargeDayRowsOf(received.map(({ envelope }) => envelope));
  if (shown.length === 0) return;
  const rows = change < 0 ? shown.map(withdrawn) : shown;
  await tx.query('select show_charge_days($1)', [JSON.stringify(rows)]);
  await tx.query(
    `delete from charge_days where paid_count = 0 and refund_count = 0 and failed_count = 0
     and user_id = any ($1) and day = any ($2::date[])`,
    [[everybody, ...rows.map(({ user_id }) => user_id)], rows.map(({ day }) => day)],
  );
};
