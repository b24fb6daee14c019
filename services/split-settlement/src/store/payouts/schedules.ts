import { type Tx } from '@repasse/chassis/postgres/database';
import { type PayoutRhythm, type PayoutSchedule, type Weekday } from '../../domain/payout-schedule';

export interface StoredSchedule extends PayoutSchedule {
  readonly nextRunAt: string | null;
  readonly updatedAt: string;
}

interface Row {
  readonly frequency: PayoutRhythm['frequency'];
  readonly weekday: Weekday | null;
  readonly dayOfMonth: number | null;
  readonly thresholdMinor: number | null;
  readonly keepMinor: number;
  readonly destinationId: string | null;
  readonly isBusinessDaysOnly: boolean;
  readonly nextRunAt: string | null;
  readonly updatedAt: string;
}

/** Undefined when the user has set nothing. */
export const findSchedule = async (tx: Tx, userId: number): Promise<StoredSchedule | undefined> => {
  const [row] = await tx.query<Row>(`select ${scheduleColumns} from payout_schedules where user_id = $1`, [userId]);
  return row && { ...scheduleOf(row), nextRunAt: row.nextRunAt, updatedAt: row.updatedAt };
};

export interface ScheduleChange {
  readonly userId: number;
  readonly schedule: PayoutSchedule;
  readonly nextRunAt: string | null;
  readonly now: string;
  /** The API key. */
  readonly by: string;
}

export const putSchedule = async (tx: Tx, { userId, schedule, nextRunAt, now, by }: ScheduleChange): Promise<void> => {
  const { rhythm, keepMinor, destinationId, isBusinessDaysOnly } = schedule;
  await tx.query(upsert, [
    ...[userId, rhythm.frequency, 'weekday' in rhythm ? rhythm.weekday : null],
    ...['dayOfMonth' in rhythm ? rhythm.dayOfMonth : null, 'thresholdMinor' in rhythm ? rhythm.thresholdMinor : null],
    ...[keepMinor, destinationId, isBusinessDaysOnly, nextRunAt, now, by],
  ]);
};

const upsert = `
  insert into payout_schedules (
    user_id, frequency, weekday, day_of_month, threshold_minor, keep_minor, destination_id, is_business_days_only,
    next_run_at, updated_at, updated_by
  ) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (user_id) do update set
    frequency = excluded.frequency, weekday = excluded.weekday, day_of_month = excluded.day_of_month,
    threshold_minor = excluded.threshold_minor, keep_minor = excluded.keep_minor,
    destination_id = excluded.destination_id, is_business_days_only = excluded.is_business_days_only,
    next_run_at = excluded.next_run_at, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

export const scheduleColumns = `
  frequency, weekday, day_of_month as "dayOfMonth", threshold_minor as "thresholdMinor", keep_minor as "keepMinor",
  destination_id as "destinationId", is_business_days_only as "isBusinessDaysOnly", next_run_at as "nextRunAt",
  updated_at as "updatedAt"`;

export type ScheduleRow = Omit<Row, 'updatedAt' | 'nextRunAt'>;

export const scheduleOf = (row: ScheduleRow): PayoutSchedule => ({
  rhythm: rhythmOf(row),
  keepMinor: row.keepMinor,
  destinationId: row.destinationId,
  isBusinessDaysOnly: row.isBusinessDaysOnly,
});

/** The table lets no row through that lacks what its frequency needs. */
const rhythmOf = ({ frequency, weekday, dayOfMonth, thresholdMinor }: ScheduleRow): PayoutRhythm => {
  if (frequency === 'WEEKLY' && weekday !== null) return { frequency, weekday };
  if (frequency === 'MONTHLY' && dayOfMonth !== null) return { frequency, dayOfMonth };
  if (frequency === 'THRESHOLD' && thresholdMinor !== null) return { frequency, thresholdMinor };
  return { frequency: frequency === 'DAILY' ? frequency : 'MANUAL' };
};

/** How long the run that is due longest has waited; 0 when none is due. */
export const overdueRunSeconds = async (db: Tx, now: string): Promise<number> => {
  const [row] = await db.query<{ seconds: number }>(
    `select greatest(0, extract(epoch from $1::timestamptz - min(next_run_at)))::float8 as seconds from payout_schedules`,
    [now],
  );
  return row?.seconds ?? 0;
};
