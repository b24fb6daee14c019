import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/identity';
import { type Outcome } from '../store/commit';
import { changingManaged, type Change } from './changing';
import { type RecipientDependencies } from './dependencies';
import { faultsOfKind, isOfIdentity, normalised } from './legal-data';
import { type LegalData } from './recipient';
import { linkRecipients } from './links-table';
import { updateData } from './table';
import { takeStep } from './take-step';
import { recipientView } from './view';

type Body = components['schemas']['UpdateRecipient'];

/** PATCH /recipients/{recipientId}. Another name or document than was verified has to be verified again. */
export const updateRecipient = (deps: RecipientDependencies): Operation<Body> => ({
  handle: (request) =>
    deps.commit<ApiResponse>((tx) =>
      changingManaged(deps, tx, request, async (change) => {
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
    await linkRecipients(tx, caller.userId, [{ userId: recipient.userId, externalReference }], now);
  const reference = externalReference ?? recipient.externalReference;
  const changed = { ...recipient, data, externalReference: reference, updatedAt: now };
  // What was not verified yet, or is suspended, stays as it is.
  if (isNewIdentity && recipient.verification === 'VERIFIED')
    return takeStep(tx, { caller, recipient: changed, now }, { type: 'reopen' });
  return { result: { status: 200, body: recipientView(changed, caller) }, events: [] };
};

const invalid = (errors: ReturnType<typeof faultsOfKind>): ApiResponse =>
  problem({ status: 400, code: 'request.invalid', detail: 'The request has faults.', errors });

const beingVerified = (): ApiResponse =>
  problem({
    status: 409,
    code: 'recipient.being_verified',
    detail: 'Name and document stay as they are until the verification has ended.',
  });
