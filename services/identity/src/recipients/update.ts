import { isRejection } from '@repasse/chassis/decider';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { stepTaken } from '../public/recipient-events';
import { type Outcome } from '../store/commit';
import { changing, type Change } from './changing';
import { type RecipientDependencies } from './dependencies';
import { faultsOfKind, isOfIdentity, normalised } from './legal-data';
import { type LegalData } from './recipient';
import { addStep, linkRecipient, updateData, updateStanding } from './table';
import { stepVerification } from './verification';
import { mayChange, notManaged } from './whose';
import { recipientView } from './view';

type Body = components['schemas']['UpdateRecipient'];

/** PATCH /recipients/{recipientId}. Another name or document than was verified has to be verified again. */
export const updateRecipient = (deps: RecipientDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit<ApiResponse>((tx) =>
      changing(deps, tx, request, async (change) => {
        if (!mayChange(change.caller, change.recipient)) return { result: notManaged(), events: [] };
        const faults = faultsOfKind(change.recipient.kind, request.body, new Set());
        if (faults.length > 0) return { result: invalid(faults), events: [] };
        return update(tx, request.body, change);
      }),
    ),
});

const update = async (
  tx: Tx,
  { externalReference, ...body }: Body,
  { caller, recipient, now }: Change,
): Promise<Outcome<ApiResponse>> => {
  const data: LegalData = { ...recipient.data, ...normalised(body) };
  const isNewIdentity = isOfIdentity(recipient.data, data);
  if (isNewIdentity && recipient.verification === 'PENDING') return { result: beingVerified(), events: [] };
  await updateData(tx, recipient.userId, data, now);
  if (typeof externalReference === 'string')
    await linkRecipient(tx, caller.userId, recipient.userId, externalReference, now);
  const reference = externalReference ?? recipient.externalReference;
  const changed = { ...recipient, data, externalReference: reference, updatedAt: now };
  const reopened = isNewIdentity ? stepVerification(recipient, { type: 'reopen' }) : undefined;
  // It was not verified yet, or is suspended and stays so.
  if (reopened === undefined || isRejection(reopened))
    return { result: { status: 200, body: recipientView(changed, caller) }, events: [] };
  await updateStanding(tx, recipient.userId, reopened, now);
  await addStep(tx, recipient.userId, reopened, caller, now);
  return {
    result: { status: 200, body: recipientView({ ...changed, ...reopened }, caller) },
    events: [stepTaken({ type: 'reopen' }, recipient, now)],
  };
};

const invalid = (errors: ReturnType<typeof faultsOfKind>): ApiResponse =>
  problem({ status: 400, code: 'request.invalid', detail: 'The request has faults.', errors });

const beingVerified = (): ApiResponse =>
  problem({
    status: 409,
    code: 'recipient.being_verified',
    detail: 'Name and document stay as they are until the verification has ended.',
  });
