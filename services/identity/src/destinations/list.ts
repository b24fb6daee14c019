import { type Operation } from '@repasse/chassis/http/app';
import { callerOf } from '@repasse/chassis/auth/caller';
import { findSeen, recipientNotFound } from '../recipients/whose';
import { type DestinationDependencies } from './dependencies';
import { listDestinations } from './table';
import { destinationView } from './view';

/** GET /recipients/{recipientId}/destinations: at most ten, oldest first. */
export const listRecipientDestinations = ({ db }: Pick<DestinationDependencies, 'db'>): Operation<undefined> => ({
  handle: async (request) => {
    const caller = callerOf(request);
    const recipient = await findSeen(db, caller, request.params);
    if (recipient === undefined) return recipientNotFound();
    const found = await listDestinations(db, recipient.userId);
    return { status: 200, body: { data: found.map((each) => destinationView(each, recipient, caller)) } };
  },
});
