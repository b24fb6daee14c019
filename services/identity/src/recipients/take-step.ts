import { isRejection } from '@repasse/chassis/decider';
import { type ApiResponse } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { stepTaken } from '../public/recipient-events';
import { type Outcome } from '../store/commit';
import { type Change } from './changing';
import { refused } from './refusals';
import { addStep, updateStanding } from './table';
import { allowedSteps, stepVerification, type VerificationStep } from './verification';
import { recipientView } from './view';

/** A step of a verification, kept with who took it and told; or the refusal with what can be done instead. */
export const takeStep = async (
  tx: Tx,
  { caller, recipient, now }: Change,
  step: VerificationStep,
): Promise<Outcome<ApiResponse>> => {
  const standing = stepVerification(recipient, step);
  if (isRejection(standing)) {
    const { verification: currentStatus } = recipient;
    return { result: refused(standing, { currentStatus, allowedActions: allowedSteps(recipient) }), events: [] };
  }
  await updateStanding(tx, recipient.userId, standing, now);
  await addStep(tx, recipient.userId, standing, caller, now);
  const after = { ...recipient, ...standing, updatedAt: now };
  return {
    result: { status: 200, body: recipientView(after, caller) },
    events: [stepTaken(step, recipient, now)],
  };
};
