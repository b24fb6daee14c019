import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { typedAmount } from '../../ui/typed-amount.ts';

export type PutSchedule = components['schemas']['PutPayoutSchedule'];

/** The schedule that a form tells; what was left empty is left out. */
export const scheduleOf = (texts: Readonly<Record<string, string>>): PutSchedule => {
  const { frequency, weekday, dayOfMonth, thresholdAmount, keepAmount, destinationId, businessDaysOnly } = texts;
  return {
    frequency: frequency as PutSchedule['frequency'],
    businessDaysOnly: businessDaysOnly !== undefined,
    ...(weekday !== undefined && { weekday: weekday as NonNullable<PutSchedule['weekday']> }),
    ...(dayOfMonth !== undefined && { dayOfMonth: Number(dayOfMonth) }),
    ...(thresholdAmount !== undefined && { thresholdAmount: typedAmount(thresholdAmount) }),
    // "0.00" is no amount to the API: nothing stays where it is left out.
    ...(isSome(keepAmount) && { keepAmount: typedAmount(keepAmount) }),
    ...(destinationId !== undefined && destinationId !== '' && { destinationId }),
  };
};

const isSome = (amount: string | undefined): amount is string => amount !== undefined && /[1-9]/.test(amount);
