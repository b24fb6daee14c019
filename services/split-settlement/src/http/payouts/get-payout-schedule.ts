import { type Operation } from '@repasse/chassis/http/app';
import { type Database } from '@repasse/chassis/postgres/database';
import { findSchedule } from '../../store/payouts/schedules';
import { callerOf } from '@repasse/chassis/auth/caller';
import { scheduleView } from './schedule-view';
import { readableUser } from './whose-payouts';

export interface ScheduleQuery {
  readonly user_id?: number;
}

/** GET /payout-schedule: when a user is paid without asking. */
export const getPayoutSchedule = (db: Database): Operation<unknown, ScheduleQuery> => ({
  handle: async (request) => {
    const userId = await readableUser(db, callerOf(request), request.query.user_id);
    return { status: 200, body: scheduleView(userId, await findSchedule(db, userId)) };
  },
});
