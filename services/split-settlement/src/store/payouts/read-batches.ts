import { type Tx } from '@repasse/chassis/postgres/database';
import { type SkipReason } from '../../domain/scheduled-payout';
import { type WithdrawalStatus } from '../withdrawals';
import { type RailForecast } from './forecast-run';

export interface PayoutBatch {
  readonly batchId: string;
  readonly runAt: string;
  /** Null before its time, while it is only expected. */
  readonly startedAt: string | null;
  /** Schedules of this run are still undecided. */
  readonly isRunning: boolean;
  /** Payouts of it are on their way, and the account they leave from holds too little. */
  readonly lacksFunds: boolean;
  readonly expected: readonly RailForecast[];
}

/** Of a batch all lines are seen, or those of the caller and of the sellers they managed then. */
export type LinesSeen = 'all' | { readonly callerId: number };

export type BatchPosition = Pick<PayoutBatch, 'runAt' | 'batchId'>;

/** The batches in which there is something to see, newest first. */
export const listBatches = (
  db: Tx,
  seen: LinesSeen,
  after: BatchPosition | undefined,
  limit: number,
): Promise<PayoutBatch[]> =>
  db.query<PayoutBatch>(
    `${selectBatches} where ${hasLines(seen)} and ($3::timestamptz is null or b.run_at < $3::timestamptz)
     order by b.run_at desc limit $2`,
    [callerOf(seen), limit, after?.runAt ?? null],
  );

/** Undefined when there is no such batch, or nothing in it to see. */
export const findBatch = async (db: Tx, batchId: string, seen: LinesSeen): Promise<PayoutBatch | undefined> => {
  const sql = `${selectBatches} where b.batch_id = $2 and ${hasLines(seen)}`;
  const [found] = await db.query<PayoutBatch>(sql, [callerOf(seen), batchId]);
  return found;
};

/** What the lines of a batch come to: by the status of the withdrawals, and by why others are skipped. */
export interface BatchSum {
  readonly status: WithdrawalStatus | null;
  readonly skipReason: SkipReason | null;
  readonly count: number;
  readonly amountMinor: number;
  readonly payoutMinor: number;
  readonly feeMinor: number;
}

export const sumUpBatch = (db: Tx, batchId: string, seen: LinesSeen): Promise<BatchSum[]> =>
  db.query<BatchSum>(
    `select w.status, l.skip_reason as "skipReason", count(*)::int as count,
            coalesce(sum(w.amount_minor), 0)::bigint as "amountMinor",
            coalesce(sum(coalesce(w.payout_minor, w.amount_minor)), 0)::bigint as "payoutMinor",
            coalesce(sum(w.fee_minor), 0)::bigint as "feeMinor"
     from payout_batch_lines l left join withdrawals w using (withdrawal_id)
     where l.batch_id = $2 and ${isSeen(seen)} group by w.status, l.skip_reason order by w.status, l.skip_reason`,
    [callerOf(seen), batchId],
  );

export interface BatchLineSeen {
  readonly userId: number;
  readonly managerUserId: number | null;
  readonly withdrawalId: string | null;
  readonly skipReason: SkipReason | null;
  readonly status: WithdrawalStatus | null;
  readonly amountMinor: number | null;
  readonly payoutMinor: number | null;
  readonly feeMinor: number | null;
  readonly decidedAt: string;
}

/** In the order of the users' numbers. */
export const listBatchLines = (
  db: Tx,
  batchId: string,
  seen: LinesSeen,
  afterUserId: number | undefined,
  limit: number,
): Promise<BatchLineSeen[]> =>
  db.query<BatchLineSeen>(
    `select l.user_id as "userId", l.manager_user_id as "managerUserId", l.withdrawal_id as "withdrawalId",
            l.skip_reason as "skipReason", w.status, w.amount_minor as "amountMinor",
            coalesce(w.payout_minor, w.amount_minor) as "payoutMinor", w.fee_minor as "feeMinor",
            l.decided_at as "decidedAt"
     from payout_batch_lines l left join withdrawals w using (withdrawal_id)
     where l.batch_id = $2 and l.user_id > $3 and ${isSeen(seen)} order by l.user_id limit $4`,
    [callerOf(seen), batchId, afterUserId ?? 0, limit],
  );

/** A run that was expected, and of which no schedule is left before it began, is none. */
const selectBatches = `
  select b.batch_id as "batchId", b.run_at as "runAt", b.started_at as "startedAt",
         exists (select from payout_schedules s where s.next_run_at = b.run_at) as "isRunning",
         exists (
           select from payout_funding p join withdrawals w on w.rail = p.rail and w.status = 'pending'
           where p.missing_minor > 0 and w.batch_id = b.batch_id
         ) as "lacksFunds",
         (select coalesce(json_agg(json_build_object('rail', f.rail, 'count', f.payout_count,
                                                     'payoutMinor', f.payout_minor) order by f.rail), '[]')
          from payout_forecasts f where f.batch_id = b.batch_id) as expected
  from (
    select * from payout_batches p
    where started_at is not null or exists (select from payout_schedules s where s.next_run_at = p.run_at)
  ) b`;

/** $1 is the caller; without one, everything is seen. */
const callerOf = (seen: LinesSeen): number | null => (seen === 'all' ? null : seen.callerId);

const isSeen = (seen: LinesSeen): string =>
  seen === 'all' ? '$1::bigint is null' : '(l.user_id = $1::bigint or l.manager_user_id = $1::bigint)';

const hasLines = (seen: LinesSeen): string =>
  seen === 'all'
    ? '$1::bigint is null'
    : `(exists (select from payout_batch_lines l where l.user_id = $1::bigint and l.batch_id = b.batch_id)
        or exists (select from payout_batch_lines l where l.manager_user_id = $1::bigint and l.batch_id = b.batch_id))`;
