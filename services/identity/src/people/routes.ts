import { type Operations } from '@repasse/chassis/http/app';
import { listAudit, listAuditOfUser } from '../audit/list';
import { tellAuditOutcome } from '../audit/tell-outcome';
import { type PeopleDependencies } from './dependencies';
import { acceptInvitation } from './invitations/accept';
import { becomePerson } from './invitations/become-person';
import { findInvitation } from './invitations/find';
import { inviteMember, inviteMemberOfUser } from './invitations/invite';
import { inviteRecipient } from './invitations/invite-recipient';
import { listInvitations } from './invitations/list';
import { revokeInvitation } from './invitations/revoke';
import { changeMemberRole } from './members/change-role';
import { listMembers, listMembersOfUser } from './members/list';
import { removeMember, removeMemberOfUser } from './members/remove';
import { completePasswordReset } from './password-resets/complete';
import { findPasswordReset } from './password-resets/find';
import { requestPasswordReset } from './password-resets/request';
import { resetMemberPassword } from './password-resets/reset-of-member';
import { changePassword } from './persons/change-password';
import { getPerson } from './persons/get';
import { updatePerson } from './persons/update';
import { confirmPersonSecondFactor } from './second-factor/confirm';
import { enrolPersonSecondFactor } from './second-factor/enrol';
import { getPersonSecondFactor } from './second-factor/get';
import { removeMemberSecondFactor, removePersonSecondFactor } from './second-factor/remove';
import { renewRecoveryCodes } from './second-factor/renew-codes';
import { endSession } from './sessions/end';
import { issueSessionToken } from './sessions/issue-token';
import { listSessions } from './sessions/list';
import { proveSecondFactor } from './sessions/prove';
import { signIn } from './sessions/sign-in';
import { signOut } from './sessions/sign-out';

export const peopleOperations = (deps: PeopleDependencies): Operations => ({
  listMembers: listMembers(deps),
  changeMemberRole: changeMemberRole(deps),
  removeMember: removeMember(deps),
  inviteMember: inviteMember(deps),
  inviteRecipient: inviteRecipient(deps),
  listInvitations: listInvitations(deps),
  revokeInvitation: revokeInvitation(deps),
  listMembersOfUser: listMembersOfUser(deps),
  removeMemberOfUser: removeMemberOfUser(deps),
  inviteMemberOfUser: inviteMemberOfUser(deps),
  removeMemberSecondFactor: removeMemberSecondFactor(deps),
  getPerson: getPerson(deps),
  updatePerson: updatePerson(deps),
  changePassword: changePassword(deps),
  acceptInvitation: acceptInvitation(deps),
  listSessions: listSessions(deps),
  endSession: endSession(deps),
  enrolPersonSecondFactor: enrolPersonSecondFactor(deps),
  confirmPersonSecondFactor: confirmPersonSecondFactor(deps),
  getPersonSecondFactor: getPersonSecondFactor(deps),
  removePersonSecondFactor: removePersonSecondFactor(deps),
  renewRecoveryCodes: renewRecoveryCodes(deps),
  listAudit: listAudit(deps.db),
  listAuditOfUser: listAuditOfUser(deps.db),
  signIn: signIn(deps),
  proveSecondFactor: proveSecondFactor(deps),
  issueSessionToken: issueSessionToken(deps),
  signOut: signOut(deps),
  tellAuditOutcome: tellAuditOutcome(deps.db, deps.clock),
  findInvitation: findInvitation(deps),
  becomePerson: becomePerson(deps),
  requestPasswordReset: requestPasswordReset(deps),
  findPasswordReset: findPasswordReset(deps),
  completePasswordReset: completePasswordReset(deps),
  resetMemberPassword: resetMemberPassword(deps),
});
