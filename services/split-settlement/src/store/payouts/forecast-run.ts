import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { feeOf } from '../../domain/payout-fee';
import { type Rail } from '../../domain/rails';
import { readFunds, type UserFunds } from '../read-balance';
import { currency, readPayables, type Payable } from '../read-payables';
import { batchIdOf } from './batch-ids';
import { expectedPayout, knownStanding } from './expected-payout';
import { scheduleColumns, scheduleOf, type ScheduleRow } from './schedules';

/** The sum that is expected to leave by a rail, in minor units of BRL. */
export interface RailForecast {
  readonly rail: Rail;
  readonly count: number;
  readonly payoutMinor: number;
}

export interface RunForecast {
  readonly batchId: string;
  /** Rails by which nothing is expected to leave are absent. */
  readonly rails: readonly RailForecast[];
}

interface RunTime {
  readonly runAt: string;
  readonly now: string;
}

/** Schedules that are looked at together, in three statements. */
const setMax = 500;

/**
 * Looks what a run would pay by what is known now, and keeps it with the batch, whose row it makes. Nothing is locked, so
 * that bookings do not wait. What becomes available until the run is not in it: look again. Once the run has begun, what
 * was expected last stays.
 */
export const forecastRun = async (db: Database, time: RunTime): Promise<RunForecast> => {
  const rails = new Map<Rail, RailForecast>();
  for (let after = 0, isMore = true; isMore;) {
    const set = await schedulesAfter(db, time.runAt, after);
    for (const payout of await expectedOf(db, set, time)) addTo(rails, payout);
    after = set.at(-1)?.userId ?? after;
    isMore = set.length === setMax;
  }
  const forecast = { batchId: batchIdOf(time.runAt), rails: [...rails.values()] };
  await db.query(keepSql, [forecast.batchId, time.runAt, time.now, JSON.stringify(forecast.rails)]);
  return forecast;
};

interface ExpectedPayout {
  readonly rail: Rail;
  readonly payoutMinor: number;
}

const addTo = (rails: Map<Rail, RailForecast>, { rail, payoutMinor }: ExpectedPayout): void => {
  const sum = rails.get(rail) ?? { count: 0, payoutMinor: 0 };
  rails.set(rail, { rail, count: sum.count + 1, payoutMinor: sum.payoutMinor + payoutMinor });
};

type Scheduled = ScheduleRow & { readonly userId: number };

const schedulesAfter = (db: Tx, runAt: string, userId: number): Promise<readonly Scheduled[]> =>
  db.query<Scheduled>(
    `select user_id as "userId", ${scheduleColumns} from payout_schedules
     where next_run_at = $1::timestamptz and user_id > $2 order by user_id limit $3`,
    [runAt, userId, setMax],
  );

const expectedOf = async (db: Tx, set: readonly Scheduled[], time: RunTime): Promise<readonly ExpectedPayout[]> => {
  if (set.length === 0) return [];
  const users = set.map(({ userId }) => userId);
  const payables = await readPayables(db, set, { now: time.now, isDeciding: false });
  const funds = await readFunds(db, users, currency);
  const rows = new Map(set.map((row) => [row.userId, row]));
  return payables.flatMap((payable) => {
    const row = rows.get(payable.userId);
    return row === undefined ? [] : expectedOfUser(payable, row, funds.get(payable.userId) ?? nothing, time);
  });
};

const nothing: UserFunds = { availableMinor: 0, debtMinor: 0 };

const expectedOfUser = (
  payable: Payable,
  row: Scheduled,
  funds: UserFunds,
  time: RunTime,
): readonly ExpectedPayout[] => {
  const { userId, payee, destination, policy } = payable;
  const payout = expectedPayout(scheduleOf(row), knownStanding(payable, funds), time);
  if ('skipReason' in payout || destination === null) return [];
  const { amountMinor } = payout;
  const { payoutMinor } = feeOf(policy, { userId, managerUserId: payee?.managerUserId ?? null, amountMinor });
  // A fee that takes all of it refuses the payout.
  return payoutMinor > 0 ? [{ rail: destination.rail, payoutMinor }] : [];
};

const keepSql = `
  with batch as (
    insert into payout_batches (batch_id, run_at, forecast_at) values ($1, $2::timestamptz, $3::timestamptz)
    on conflict (batch_id) do update set forecast_at = excluded.forecast_at where payout_batches.started_at is null
    returning batch_id
  ), expected as (
    select b.batch_id, r.* from batch b, json_to_recordset($4::json) as r(rail text, count integer, "payoutMinor" bigint)
  ), gone as (
    delete from payout_forecasts f using batch b
    where f.batch_id = b.batch_id and f.rail not in (select rail from expected)
  )
  insert into payout_forecasts (batch_id, rail, payout_count, payout_minor)
  select batch_id, rail, count, "payoutMinor" from expected
  on conflict (batch_id, rail) do update set payout_count = excluded.payout_count, payout_minor = excluded.payout_minor`;
