import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { problem } from '@repasse/chassis/http/problem';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findSeen, notManaged, recipientNotFound } from '../../recipients/whose';
import { withoutEvents } from '../../store/commit';
import { type PeopleDependencies } from '../dependencies';
import { invite } from './invite';
import { invitationView } from './view';

/**
 * POST /recipients/{recipientId}/invitations: by the merchant that made them. The link goes to the recipient's own address
 * and is in no answer, since a key may ask for it, and a stolen key must let nobody in.
 */
export const inviteRecipient = (deps: PeopleDependencies): Operation => ({
  handle: async (request) => {
    if (deps.queueMail === undefined) return noMail();
    return deps.commit.answering(
      request,
      withoutEvents((tx) => inviteSeller(deps, tx, request)),
    );
  },
});

const inviteSeller = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest): Promise<ApiResponse> => {
  const caller = callerOf(request);
  const recipient = await findSeen(tx, caller, request.params);
  if (recipient === undefined) return recipientNotFound();
  if (recipient.managerUserId !== caller.userId) return notManaged();
  const { userId, email } = recipient;
  const made = await invite(deps, tx, request, { userId, email, role: 'SELLER' });
  return 'refusal' in made ? made.refusal : { status: 201, body: invitationView(made.invitation) };
};

const noMail = (): ApiResponse =>
  problem({ status: 409, code: 'invitation.no_mail', detail: 'No mail goes out here; an administrator invites them.' });
