import { isRejection } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { stepTaken } from '../public/recipient-events';
import { type Outcome } from '../store/commit';
import { changing, type Change } from './changing';
import { type RecipientDependencies } from './dependencies';
import { missingFor } from './legal-data';
import { refused } from './refusals';
import { addStep, updateStanding } from './table';
import { allowedSteps, stepVerification, type VerificationStep } from './verification';
import { mayChange, notManaged } from './whose';
import { recipientView } from './view';

type Decision = components['schemas']['DecideVerification'];

/** POST /recipients/{recipientId}/verification: all that is needed is there, and somebody shall look at it. */
export const submitRecipient = (deps: RecipientDependencies): Operation => ({
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changing(deps, tx, request, async (change) => {
        const { caller, recipient } = change;
        if (!mayChange(caller, recipient)) return { result: notManaged(), events: [] };
        const missing = missingFor(recipient.kind, recipient.data);
        return missing.length > 0 ? { result: incomplete(missing), events: [] } : take(tx, change, { type: 'submit' });
      }),
    ),
});

/** POST /recipients/{recipientId}/verification/decision, for staff. Who asked and who decided are both kept. */
export const decideVerification = (deps: RecipientDependencies): Operation<Decision> => ({
  check: ({ body }, faulty) => {
    if (faulty.size > 0 || body.decision === 'VERIFIED' || (body.reasons?.length ?? 0) > 0) return [];
    return [{ field: 'reasons', message: 'must say why' }];
  },
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changing(deps, tx, request, (change) => take(tx, change, stepOf(request.body))),
    ),
});

const stepOf = ({ decision, reasons = [] }: Decision): VerificationStep => {
  if (decision === 'VERIFIED') return { type: 'verify' };
  return decision === 'REFUSED' ? { type: 'refuse', reasons } : { type: 'suspend', reason: reasons[0] ?? '' };
};

const take = async (
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

const incomplete = (fields: readonly string[]): ApiResponse =>
  problem({
    status: 409,
    code: 'recipient.incomplete',
    detail: 'Some of what a verification needs is missing.',
    errors: fields.map((field) => ({ field, message: 'is needed to verify who it is' })),
  });
