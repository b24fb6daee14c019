import { type Tx } from '@repasse/chassis/postgres/database';
import { type Due, readDue, selectDue } from '@repasse/chassis/waiting/due-rows';
import { type PayoutSchedule } from '../../domain/payout-schedule';
import { scheduleColumns, scheduleOf, type ScheduleRow } from './schedules';

export interface DueSchedule {
  readonly userId: number;
  readonly runAt: string;
  readonly schedule: PayoutSchedule;
}

/** When the earliest schedule came due, if any has. Takes no lock: most of the time there is none. */
export const findDueSchedule = (db: Tx, now: string): Promise<Due<{ readonly runAt: string }>> =>
  readDue(db, findSql, [now], 'runAt');

const findSql = selectDue({
  rows: '(select min(next_run_at) as "runAt" from payout_schedules where next_run_at <= $1)',
  next: 'select min(next_run_at) from payout_schedules where next_run_at > $1',
});

/** Locks due schedules of one run; those that another process works on are left to it. */
export const lockDueSchedules = async (tx: Tx, runAt: string, limit: number): Promise<readonly DueSchedule[]> => {
  const rows = await tx.query<ScheduleRow & { readonly userId: number }>(
    `select user_id as "userId", ${scheduleColumns} from payout_schedules
     where next_run_at = $1::timestamptz order by user_id limit $2 for update skip locked`,
    [runAt, limit],
  );
  return rows.map((row) => ({ userId: row.userId, runAt, schedule: scheduleOf(row) }));
};
