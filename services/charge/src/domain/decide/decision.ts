import { reject, type Rejection } from '@repasse/chassis/decider';
import { attemptOf, type Attempt, type ExistingCharge } from '../charge';
import { type UndatedChargeEvent } from '../charge.events';

export type Decision = readonly UndatedChargeEvent[] | Rejection;

export const whereAttempt = (
  state: ExistingCharge,
  attemptId: string,
  decideOn: (attempt: Attempt) => Decision,
): Decision => {
  const attempt = attemptOf(state, attemptId);
  return attempt ? decideOn(attempt) : reject('attempt.not_found', `The charge has no attempt ${attemptId}.`);
};
