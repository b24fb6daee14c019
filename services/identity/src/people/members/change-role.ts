import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { actorIn, writeFact } from '../../audit/write';
import { userNotFound } from '../../users/routes';
import { lockUser } from '../../users/table';
import { type PeopleDependencies } from '../dependencies';
import { lastOwner, memberNotFound, roleNotAllowed } from './refusals';
import { isLastOwner, isRoleFor, managesPeople, mayGive } from './rules';
import { listMembers, setRole } from './table';
import { withoutEvents } from '../../store/commit';

interface Body {
  readonly role: string;
}

/** PATCH /members/{personId}. */
export const changeMemberRole = (deps: PeopleDependencies): Operation<Body> => ({
  handle: (request) => deps.commit<ApiResponse>(withoutEvents((tx) => change(deps, tx, request))),
});

/** Under the lock of the user, so that two owners do not take the role from each other at once. */
const change = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest<Body>): Promise<ApiResponse> => {
  const { userId, profile } = callerOf(request);
  const { role } = request.body;
  const user = await lockUser(tx, userId);
  if (user === undefined) return userNotFound();
  const members = await listMembers(tx, userId);
  const member = members.find(({ personId }) => personId === request.params['personId']);
  if (member === undefined) return memberNotFound();
  if (member.role === role) return { status: 200, body: member };
  if (!isRoleFor(role, user.profiles) || !mayGive(role, profile) || !mayGive(member.role, profile))
    return roleNotAllowed();
  if (!managesPeople(role) && isLastOwner(members, member.personId)) return lastOwner();
  await setRole(tx, userId, member.personId, role);
  await writeFact(tx, deps, 'MEMBER_ROLE_CHANGED', actorIn(request), {
    ...{ object: member.personId, before: { role: member.role }, after: { role } },
  });
  return { status: 200, body: { ...member, role } };
};
