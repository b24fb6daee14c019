import { type Tx } from '@repasse/chassis/postgres/database';
import { type SkipReason } from '../../domain/scheduled-payout';

/** What a run decided about a user. */
export interface BatchLine {
  readonly userId: number;
  readonly managerUserId: number | null;
  readonly withdrawalId: string | null;
  readonly skipReason: SkipReason | null;
  /** When the user's schedule runs next. */
  readonly nextRunAt: string | null;
}

/** Keeps the lines with their batch, and gives the schedules their next times: one statement. */
export const keepLines = async (
  tx: Tx,
  batch: { readonly batchId: string; readonly runAt: string },
  lines: readonly BatchLine[],
  now: string,
): Promise<void> => {
  await tx.query(keepSql, [batch.batchId, batch.runAt, now, JSON.stringify(lines)]);
};

const keepSql = `
  with lines as (
    select * from json_to_recordset($4::json) as l("userId" bigint, "managerUserId" bigint, "withdrawalId" text,
                                                   "skipReason" text, "nextRunAt" timestamptz)
  ), batch as (
    insert into payout_batches (batch_id, run_at, started_at) values ($1, $2, $3)
    on conflict (batch_id) do update set started_at = excluded.started_at where payout_batches.started_at is null
  ), kept as (
    insert into payout_batch_lines (batch_id, user_id, manager_user_id, withdrawal_id, skip_reason, decided_at)
    select $1, "userId", "managerUserId", "withdrawalId", "skipReason", $3::timestamptz from lines
    on conflict do nothing
  )
  update payout_schedules s set next_run_at = l."nextRunAt" from lines l where s.user_id = l."userId"`;
