import { type Operation } from '@repasse/chassis/http/app';
import { type RecipientDependencies } from './dependencies';
import { listSteps } from './table';
import { callerOf } from '@repasse/chassis/auth/caller';
import { listRequests } from '../verification/requests-table';
import { findSeen, recipientNotFound } from './whose';

/** GET /recipients/{recipientId}/verification, for staff: who asked for it, who decided what, and what a provider said. */
export const listVerificationSteps = ({ db }: RecipientDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const recipient = await findSeen(db, callerOf(request), request.params);
    if (recipient === undefined) return recipientNotFound();
    const [steps, requests] = [await listSteps(db, recipient.userId), await listRequests(db, recipient.userId)];
    return { status: 200, body: { status: recipient.verification, steps, requests } };
  },
});
