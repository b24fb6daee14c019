import { dayAt } from '@repasse/values/brasilia-time';
import { type PayoutSchedule } from '../../domain/payout-schedule';
import { type PayoutStanding } from '../../domain/payout-standing';
import { scheduledPayout, type ScheduledPayout } from '../../domain/scheduled-payout';
import { type UserBalance } from '../read-balance';
import { type Payable } from '../read-payables';

/** As a decision would have it by what is known now; a fee that the manager carries is not looked at. */
export const knownStanding = (
  payable: Payable,
  { availableMinor, debtMinor }: Pick<UserBalance, 'availableMinor' | 'debtMinor'>,
): PayoutStanding => {
  const { promisedMinor, withheldMinor, withheldReasons } = payable.funds;
  const freeMinor = Math.max(availableMinor - debtMinor - promisedMinor, 0);
  return { ...payable, availableMinor: freeMinor, withheldMinor, withheldReasons, managerFundsMinor: 0 };
};

/** The payout of a run to come. What was asked for on an earlier day takes nothing of that day's limit. */
export const expectedPayout = (
  schedule: PayoutSchedule,
  standing: PayoutStanding,
  { runAt, now }: { readonly runAt: string; readonly now: string },
): ScheduledPayout => {
  const isToday = dayAt(runAt) === dayAt(now);
  return scheduledPayout(schedule, { ...standing, dayMinor: isToday ? standing.dayMinor : 0 }, runAt);
};
