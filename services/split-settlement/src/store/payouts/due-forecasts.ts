import { type Tx } from '@repasse/chassis/postgres/database';

/** The next run, and when it was last looked what it would pay. */
export interface NextRun {
  readonly runAt: string;
  readonly forecastAt: string | null;
}

/** Undefined when nobody has a schedule. */
export const findNextRun = async (db: Tx, now: string): Promise<NextRun | undefined> => {
  const [run] = await db.query<NextRun>(
    `select n.run_at as "runAt", b.forecast_at as "forecastAt"
     from (select min(next_run_at) as run_at from payout_schedules where next_run_at > $1) n
     left join payout_batches b using (run_at) where n.run_at is not null`,
    [now],
  );
  return run;
};
