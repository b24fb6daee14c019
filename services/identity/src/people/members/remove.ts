import { callerOf } from '@repasse/chassis/auth/caller';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { actorIn, writeFact } from '../../audit/write';
import { userIdOf, userNotFound } from '../../users/routes';
import { lockUser } from '../../users/table';
import { type PeopleDependencies } from '../dependencies';
import { lastOwner, roleNotAllowed } from './refusals';
import { isLastOwner, mayGive } from './rules';
import { deleteMembership, listMembers } from './table';
import { withoutEvents } from '../../store/commit';

type Request = ApiRequest<undefined>;

/** DELETE /members/{personId}. */
export const removeMember = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit<ApiResponse>(withoutEvents((tx) => remove(deps, tx, request, callerOf(request).userId))),
});

/** DELETE /users/{userId}/members/{personId}: by an administrator, who may take the last owner away. */
export const removeMemberOfUser = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit<ApiResponse>(withoutEvents((tx) => remove(deps, tx, request, userIdOf(request.params), true))),
});

/** Under the lock of the user, so that two owners do not take each other away at once. */
const remove = async (
  deps: PeopleDependencies,
  tx: Tx,
  request: Request,
  userId: number,
  isLastToo = false,
): Promise<ApiResponse> => {
  if ((await lockUser(tx, userId)) === undefined) return userNotFound();
  const members = await listMembers(tx, userId);
  const member = members.find(({ personId }) => personId === request.params['personId']);
  if (member === undefined) return { status: 204 };
  if (!mayGive(member.role, callerOf(request).profile)) return roleNotAllowed();
  if (!isLastToo && isLastOwner(members, member.personId)) return lastOwner();
  await deleteMembership(tx, userId, member.personId);
  const by = { ...actorIn(request), userId };
  await writeFact(tx, deps, 'MEMBER_REMOVED', by, { object: member.personId, before: { role: member.role } });
  return { status: 204 };
};
