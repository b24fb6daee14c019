import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/identity';
import { changing, changingManaged } from './changing';
import { type RecipientDependencies } from './dependencies';
import { missingFor } from './legal-data';
import { takeStep } from './take-step';
import { type VerificationStep } from './verification';

type Decision = components['schemas']['DecideVerification'];

/** POST /recipients/{recipientId}/verification: all that is needed is there, and somebody shall look at it. */
export const submitRecipient = (deps: RecipientDependencies): Operation => ({
  handle: (request) =>
    deps.commit.answering(request, (tx) =>
      changingManaged(deps, tx, request, async (change) => {
        const { recipient } = change;
        const missing = missingFor(recipient.kind, recipient.data);
        return missing.length > 0
          ? { result: incomplete(missing), events: [] }
          : takeStep(tx, change, { type: 'submit' });
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
      changing(deps, tx, request, (change) => takeStep(tx, change, stepOf(request.body))),
    ),
});

const stepOf = ({ decision, reasons = [] }: Decision): VerificationStep => {
  if (decision === 'VERIFIED') return { type: 'verify' };
  return decision === 'REFUSED' ? { type: 'refuse', reasons } : { type: 'suspend', reason: reasons[0] ?? '' };
};

const incomplete = (fields: readonly string[]): ApiResponse =>
  problem({
    status: 409,
    code: 'recipient.incomplete',
    detail: 'Some of what a verification needs is missing.',
    errors: fields.map((field) => ({ field, message: 'is needed to verify who it is' })),
  });
