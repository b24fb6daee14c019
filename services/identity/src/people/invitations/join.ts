import { type Tx } from '@repasse/chassis/postgres/database';
import { writeFact, type AuditActor, type Writing } from '../../audit/write';
import { lockUser } from '../../users/table';
import { isRoleFor } from '../members/rules';
import { insertMembership } from '../members/table';
import { endInvitation, type Invitation } from './table';

/**
 * Gives a person the role they were invited to. False when the invitation has ended in the meantime, or the user can have
 * nobody in this role any more. Of two who accept at once, one does.
 */
export const join = async (
  tx: Tx,
  writing: Writing,
  {
    invitation,
    personId,
    now,
    by,
  }: {
    readonly invitation: Invitation;
    readonly personId: string;
    readonly now: string;
    readonly by: AuditActor;
  },
): Promise<boolean> => {
  const { invitationId, userId, role, createdBy } = invitation;
  const user = await lockUser(tx, userId);
  if (user?.status !== 'ACTIVE' || !isRoleFor(role, user.profiles)) return false;
  if (!(await endInvitation(tx, invitationId, now))) return false;
  // Whoever has a role keeps that one: an invitation is not a way to another.
  if (!(await insertMembership(tx, { userId, personId, role, createdAt: now }, createdBy))) return true;
  await writeFact(tx, writing, 'MEMBER_JOINED', { ...by, userId, personId }, { object: invitationId, after: { role } });
  return true;
};
