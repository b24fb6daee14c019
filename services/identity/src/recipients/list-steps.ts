import { type Operation } from '@repasse/chassis/http/app';
import { type RecipientDependencies } from './dependencies';
import { listSteps } from './table';
import { callerOf } from '@repasse/chassis/auth/caller';
import { findSeen, recipientNotFound } from './whose';

/** GET /recipients/{recipientId}/verification, for staff: who asked for it, and who decided what. */
export const listVerificationSteps = ({ db }: RecipientDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const recipient = await findSeen(db, callerOf(request), request.params);
    if (recipient === undefined) return recipientNotFound();
    return { status: 200, body: { status: recipient.verification, steps: await listSteps(db, recipient.userId) } };
  },
});
