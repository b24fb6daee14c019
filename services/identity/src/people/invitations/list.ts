import { callerOf } from '@repasse/chassis/auth/caller';
import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type PeopleDependencies } from '../dependencies';
import { listOpenInvitations } from './table';
import { invitationView } from './view';

/** GET /invitations. */
export const listInvitations = ({ db, clock }: PeopleDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const open = await listOpenInvitations(db, callerOf(request).userId, toIso(clock.now()));
    return { status: 200, body: { data: open.map(invitationView) } };
  },
});
