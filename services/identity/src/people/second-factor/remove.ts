import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { actorIn, writeFact } from '../../audit/write';
import { userIdOf } from '../../users/routes';
import { type PeopleDependencies } from '../dependencies';
import { memberNotFound } from '../members/refusals';
import { listMembers } from '../members/table';
import { personIn } from '../persons/caller';
import { deletePasskeys } from '../passkeys/table';
import { findPerson, lockPerson } from '../persons/table';
import { endOtherSessions } from '../sessions/table';
import { deletePersonFactor } from './table';
import { withoutEvents } from '../../store/commit';

/** DELETE /person/second-factor. */
export const removePersonSecondFactor = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { personId } = personIn(request);
        if (await deletePersonFactor(tx, personId)) {
          await writeFact(tx, deps, 'SECOND_FACTOR_REMOVED', actorIn(request));
          await tellThem(deps, tx, personId);
        }
        return { status: 204 };
      }),
    ),
});

/**
 * DELETE /users/{userId}/members/{personId}/second-factor: by an administrator, for who lost their telephone. Passkeys go, too,
 * and whoever found it is signed out.
 */
export const removeMemberSecondFactor = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const userId = userIdOf(request.params);
        const member = (await listMembers(tx, userId)).find(({ personId }) => personId === request.params['personId']);
        if (member === undefined) return memberNotFound();
        // Whoever uses a passkey at this moment has their turn first.
        await lockPerson(tx, member.personId);
        const hadPasskeys = await deletePasskeys(tx, member.personId);
        if ((await deletePersonFactor(tx, member.personId)) || hadPasskeys) {
          await endOtherSessions(tx, member.personId, null, toIso(deps.clock.now()));
          const by = { ...actorIn(request), userId };
          await writeFact(tx, deps, 'SECOND_FACTOR_REMOVED', by, { object: member.personId });
          await tellThem(deps, tx, member.personId);
        }
        return { status: 204 };
      }),
    ),
});

const tellThem = async ({ queueMail }: PeopleDependencies, tx: Tx, personId: string): Promise<void> => {
  const person = queueMail && (await findPerson(tx, personId));
  if (person !== undefined)
    await queueMail?.(tx, { kind: 'SECOND_FACTOR_REMOVED', to: person.email, locale: person.locale });
};
