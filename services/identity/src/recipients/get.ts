import { type Operation } from '@repasse/chassis/http/app';
import { type RecipientDependencies } from './dependencies';
import { callerOf } from '@repasse/chassis/auth/caller';
import { findSeen, recipientNotFound } from './whose';
import { recipientView } from './view';

/** GET /recipients/{recipientId} */
export const getRecipient = ({ db }: RecipientDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const caller = callerOf(request);
    const found = await findSeen(db, caller, request.params);
    return found === undefined ? recipientNotFound() : { status: 200, body: recipientView(found, caller) };
  },
});
