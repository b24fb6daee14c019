import { type Tx } from '@repasse/chassis/postgres/database';
import { type Rail } from '../../domain/rails';

/** The account that payouts by a rail leave from, as payment-gateway sees it; in minor units of BRL. */
export interface ToldFunding {
  readonly rail: Rail;
  readonly balanceMinor: number;
  /** Of all payouts it knows and has not sent. */
  readonly dueMinor: number;
}

/** Of runs by a rail, in minor units of BRL. */
export interface ScheduledFunds {
  /** What runs that have begun are expected to pay beside what payment-gateway knows. */
  readonly runningMinor: number;
  /** What the runs after them are expected to pay. */
  readonly expectedMinor: number;
  readonly nextRunAt: string | null;
  /** For all of it and what is due. */
  readonly missingMinor: number;
}

/** A run is decided within a minute; what it did not pay of the forecast by then is not waited for. */
const runningMs = 300_000;

/**
 * Answers what runs need beside what is due, and keeps what is missing for what does not wait for its time. A withdrawal counts as known to
 * payment-gateway when its first event has come back from there, so that nothing is ever counted by neither side.
 */
export const keepFunding = async (db: Tx, told: ToldFunding, now: string): Promise<ScheduledFunds> => {
  const begunAfter = new Date(Date.parse(now) - runningMs).toISOString();
  const [row] = await db.query<ScheduledFunds>(keepSql, [
    ...[told.rail, told.balanceMinor, told.dueMinor, now, begunAfter],
  ]);
  if (row === undefined) throw new Error('Nothing was answered about funds.');
  return row;
};

const keepSql = `
  with runs as (
    select b.run_at, f.payout_minor - (
      select coalesce(sum(coalesce(w.payout_minor, w.amount_minor)), 0) from withdrawals w
      where w.batch_id = b.batch_id and w.rail = f.rail and (w.invoice_id is not null or w.status <> 'pending')
    ) as left_minor
    from payout_batches b join payout_forecasts f using (batch_id)
    where f.rail = $1 and b.run_at > $5::timestamptz
  ), needs as (
    select coalesce(sum(greatest(left_minor, 0)) filter (where run_at <= $4::timestamptz), 0)::bigint as running,
           coalesce(sum(greatest(left_minor, 0)) filter (where run_at > $4::timestamptz), 0)::bigint as expected,
           min(run_at) filter (where run_at > $4::timestamptz) as next_run_at
    from runs
  ), lack as (
    select greatest($3::bigint + running - $2::bigint, 0) as missing_now,
           greatest($3::bigint + running + expected - $2::bigint, 0) as missing_for_all
    from needs
  ), kept as (
    insert into payout_funding as p (rail, balance_minor, missing_minor, as_of, missing_since)
    select $1, $2, missing_now, $4, case when missing_now > 0 then $4::timestamptz end from lack
    on conflict (rail) do update set balance_minor = excluded.balance_minor, missing_minor = excluded.missing_minor,
      as_of = excluded.as_of,
      missing_since = case when excluded.missing_minor > 0 then coalesce(p.missing_since, excluded.as_of) end
    where p.as_of <= excluded.as_of
  )
  select running as "runningMinor", expected as "expectedMinor", next_run_at as "nextRunAt",
         missing_for_all as "missingMinor"
  from needs, lack`;
