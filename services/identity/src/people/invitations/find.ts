import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { findUser } from '../../users/table';
import { type PeopleDependencies } from '../dependencies';
import { findPersonByEmail } from '../persons/table';
import { hashOfSecret } from '../secrets';
import { invitationNotFound } from './refusals';
import { findOpenInvitation } from './table';

/** POST /internal/invitations/search: for the page behind the link. */
export const findInvitation = ({ db, clock }: PeopleDependencies): Operation<{ readonly secret: string }> => ({
  handle: async ({ body: { secret } }) => {
    const invitation = await findOpenInvitation(db, hashOfSecret('invitation', secret), toIso(clock.now()));
    const user = invitation && (await findUser(db, invitation.userId));
    if (invitation === undefined || user === undefined) return invitationNotFound();
    const { email, role, expiresAt } = invitation;
    const isPerson = (await findPersonByEmail(db, email)) !== undefined;
    return { status: 200, body: { email, role, userName: user.name, isPerson, expiresAt } };
  },
});
