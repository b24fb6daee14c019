import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { noStore } from '../../api-keys/view';
import { actorIn, writeFact } from '../../audit/write';
import { withoutEvents } from '../../store/commit';
import { userIdOf } from '../../users/routes';
import { type PeopleDependencies } from '../dependencies';
import { memberNotFound } from '../members/refusals';
import { listMembers } from '../members/table';
import { makeReset } from './make';

/**
 * POST /users/{userId}/members/{personId}/password-reset: for who cannot be reached by mail. An administrator hands the
 * link on after making sure who asks; an owner may not, since the person may have roles at other users.
 */
export const resetMemberPassword = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit.answering(
      request,
      withoutEvents((tx) => reset(deps, tx, request)),
    ),
});

const reset = async (deps: PeopleDependencies, tx: Tx, request: ApiRequest<undefined>): Promise<ApiResponse> => {
  const userId = userIdOf(request.params);
  const member = (await listMembers(tx, userId)).find(({ personId }) => personId === request.params['personId']);
  if (member === undefined) return memberNotFound();
  const { secret, expiresAt, resetId } = await makeReset(tx, deps, member.personId);
  const after = { personId: member.personId };
  await writeFact(tx, deps, 'PASSWORD_RESET_MADE', { ...actorIn(request), userId }, { object: resetId, after });
  return { status: 201, headers: noStore, body: { secret, expiresAt } };
};
