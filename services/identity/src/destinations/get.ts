import { callerOf } from '@repasse/chassis/auth/caller';
import { type Operation } from '@repasse/chassis/http/app';
import { findSeen, recipientNotFound } from '../recipients/whose';
import { type DestinationDependencies } from './dependencies';
import { destinationNotFound } from './refusals';
import { findDestination } from './table';
import { destinationView } from './view';

/** GET /recipients/{recipientId}/destinations/{destinationId}: removed ones too, since payouts name them. */
export const getRecipientDestination = ({ db }: Pick<DestinationDependencies, 'db'>): Operation<undefined> => ({
  handle: async (request) => {
    const caller = callerOf(request);
    const recipient = await findSeen(db, caller, request.params);
    if (recipient === undefined) return recipientNotFound();
    const found = await findDestination(db, request.params['destinationId'] ?? '');
    if (found?.userId !== recipient.userId) return destinationNotFound();
    return { status: 200, body: destinationView(found, recipient, caller) };
  },
});
