import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { actorIn, writeFact } from '../../audit/write';
import { type PeopleDependencies } from '../dependencies';
import { invitationNotFound } from './refusals';
import { endInvitation, findInvitation } from './table';
import { withoutEvents } from '../../store/commit';

/** DELETE /invitations/{invitationId}. */
export const revokeInvitation = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const invitation = await findInvitation(tx, request.params['invitationId'] ?? '');
        if (invitation?.userId !== callerOf(request).userId) return invitationNotFound();
        const { invitationId, email, role } = invitation;
        if (await endInvitation(tx, invitationId, toIso(deps.clock.now())))
          await writeFact(tx, deps, 'INVITATION_REVOKED', actorIn(request), {
            object: invitationId,
            before: { email, role },
          });
        return { status: 204 };
      }),
    ),
});
