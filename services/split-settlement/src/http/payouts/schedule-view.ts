import { formatMinor } from '@repasse/values/money';
import { noSchedule } from '../../domain/payout-schedule';
import { type StoredSchedule } from '../../store/payouts/schedules';

/** The schedule of a user; without one, what holds then. */
export const scheduleView = (userId: number, found: StoredSchedule | undefined) => {
  const { rhythm, keepMinor, destinationId, isBusinessDaysOnly } = found ?? noSchedule;
  return {
    userId,
    frequency: rhythm.frequency,
    weekday: 'weekday' in rhythm ? rhythm.weekday : null,
    dayOfMonth: 'dayOfMonth' in rhythm ? rhythm.dayOfMonth : null,
    thresholdAmount: 'thresholdMinor' in rhythm ? formatMinor(rhythm.thresholdMinor) : null,
    keepAmount: formatMinor(keepMinor),
    destinationId,
    businessDaysOnly: isBusinessDaysOnly,
    nextRunAt: found?.nextRunAt ?? null,
    updatedAt: found?.updatedAt ?? null,
  };
};
