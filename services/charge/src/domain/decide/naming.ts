import { reject, type Rejection } from '@repasse/chassis/decider';
import { attemptOf, type Attempt, type ExistingCharge } from '../charge';
import type { ChargeEvent, OfAttempt, OfCharge } from '../charge.events';

export type Decision = readonly ChargeEvent[] | Rejection;

export const ofCharge = ({ terms: { chargeId, userId } }: ExistingCharge): OfCharge => ({ chargeId, userId });

export const ofAttempt = ({ terms }: Attempt, state: ExistingCharge): OfAttempt => ({
  ...ofCharge(state),
  attemptId: terms.attemptId,
  paymentId: terms.paymentId,
  paymentMethod: terms.paymentMethod,
});

export const whereAttempt = (
  state: ExistingCharge,
  attemptId: string,
  decideOn: (attempt: Attempt) => Decision,
): Decision => {
  const attempt = attemptOf(state, attemptId);
  return attempt ? decideOn(attempt) : reject('attempt.not_found', `The charge has no attempt ${attemptId}.`);
};
