import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type Outcome } from '../store/commit';
import { addRequest } from '../verification/requests-table';
import { changing, changingManaged, type Change } from './changing';
import { type RecipientDependencies, type VerificationDependencies } from './dependencies';
import { missingDocuments } from './documents/table';
import { missingFor } from './legal-data';
import { takeStep } from './take-step';
import { type VerificationStep } from './verification';

type Decision = components['schemas']['DecideVerification'];

/** POST /recipients/{recipientId}/verification: all that is needed is there, and somebody shall look at it. */
export const submitRecipient = (deps: VerificationDependencies): Operation => ({
  handle: async (request) => {
    const answer = await deps.commit.answering(request, (tx) =>
      changingManaged(deps, tx, request, (change) => submit(deps, tx, change)),
    );
    deps.onSubmitted?.();
    return answer;
  },
});

const submit = async (deps: VerificationDependencies, tx: Tx, change: Change): Promise<Outcome<ApiResponse>> => {
  const { recipient, now } = change;
  const missing = missingFor(recipient.kind, recipient.data);
  const documents = await missingDocuments(tx, recipient, deps.requiredDocuments[recipient.kind]);
  if (missing.length + documents.length > 0) return { result: incomplete(missing, documents), events: [] };
  const outcome = await takeStep(tx, change, { type: 'submit' });
  if (outcome.result.status === 200 && deps.onSubmitted !== undefined)
    await addRequest(tx, `ver_${deps.ids.ulid()}`, recipient.userId, now);
  return outcome;
};

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

const incomplete = (fields: readonly string[], documents: readonly string[]): ApiResponse =>
  problem({
    status: 409,
    code: 'recipient.incomplete',
    detail: 'Some of what a verification needs is missing.',
    errors: [
      ...fields.map((field) => ({ field, message: 'is needed to verify who it is' })),
      ...documents.map((kind) => ({ field: 'documents', message: `must have one of the kind ${kind}` })),
    ],
  });
