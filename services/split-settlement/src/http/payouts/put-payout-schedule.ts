import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { ProblemError, type Fault } from '@repasse/chassis/http/problem';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { nextRunAt, type PayoutRhythm, type PayoutSchedule, type RunTimes } from '../../domain/payout-schedule';
import { findSchedule, putSchedule } from '../../store/payouts/schedules';
import { isDestinationOf } from '../../store/payouts/destinations';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { type ScheduleQuery } from './get-payout-schedule';
import { aboveNothing } from '../checks/above-nothing';
import { scheduleView } from './schedule-view';
import { writableUser } from './whose-payouts';
import { amountMinorIn } from '../requests/amount';

type Body = components['schemas']['PutPayoutSchedule'];

export interface PutScheduleDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly times: RunTimes;
  /** Told after the commit, so that a run that is near is not missed. */
  readonly onScheduled: (nextRunAt: string) => void;
}

/** PUT /payout-schedule: replaces the whole schedule. A run that is under way keeps what it has read. */
export const putPayoutSchedule = ({
  db,
  clock,
  times,
  onScheduled,
}: PutScheduleDeps): Operation<Body, ScheduleQuery> => ({
  check: ({ body }, faulty) => [
    ...faultsOf(body, faulty),
    // Nothing would be reached at once, and never be paid.
    ...aboveNothing(body, ['thresholdAmount'], faulty),
  ],
  handle: async (request) => {
    const caller = callerOf(request);
    const schedule = scheduleOf(request.body);
    const now = toIso(clock.now());
    const nextRun = nextRunAt(schedule, now, times);
    const body = await db.transaction(async (tx) => {
      const userId = await writableUser(tx, caller, request.query.user_id);
      await requireDestination(tx, userId, schedule.destinationId);
      await putSchedule(tx, { userId, schedule, nextRunAt: nextRun, now, by: actorOf(caller) });
      return scheduleView(userId, await findSchedule(tx, userId));
    });
    if (nextRun !== null) onScheduled(nextRun);
    return { status: 200, body };
  },
});

const needed = { WEEKLY: 'weekday', MONTHLY: 'dayOfMonth', THRESHOLD: 'thresholdAmount' } as const;

/** Each frequency has the field it needs and none of the others'. */
const faultsOf = (body: Body, faulty: ReadonlySet<string>): readonly Fault[] => {
  const { frequency } = body;
  if (faulty.has('frequency')) return [];
  return Object.entries(needed).flatMap(([of, field]) => {
    const isThere = (body[field] ?? null) !== null;
    if (faulty.has(field) || isThere === (of === frequency)) return [];
    return [{ field, message: isThere ? `is for ${of} only.` : `is needed for ${of}.` }];
  });
};

const scheduleOf = (body: Body): PayoutSchedule => ({
  rhythm: rhythmOf(body),
  keepMinor: amountMinorIn(body.keepAmount ?? '0.00'),
  destinationId: body.destinationId ?? null,
  isBusinessDaysOnly: body.businessDaysOnly,
});

const rhythmOf = ({ frequency, weekday, dayOfMonth, thresholdAmount }: Body): PayoutRhythm => {
  if (frequency === 'WEEKLY' && weekday) return { frequency, weekday };
  if (frequency === 'MONTHLY' && dayOfMonth) return { frequency, dayOfMonth };
  if (frequency === 'THRESHOLD' && thresholdAmount)
    return { frequency, thresholdMinor: amountMinorIn(thresholdAmount) };
  return { frequency: frequency === 'DAILY' ? frequency : 'MANUAL' };
};

const requireDestination = async (tx: Tx, userId: number, destinationId: string | null): Promise<void> => {
  if (destinationId === null || (await isDestinationOf(tx, userId, destinationId))) return;
  throw new ProblemError({
    status: 404,
    code: 'withdrawal.destination_not_found',
    detail: `User ${userId} has no destination ${destinationId}.`,
  });
};
