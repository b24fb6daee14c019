import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { actorIn, writeFact } from '../../audit/write';
import { withoutEvents } from '../../store/commit';
import { personIn } from '../persons/caller';
import { lockPerson } from '../persons/table';
import { endOtherSessions } from '../sessions/table';
import { type PasskeyDependencies } from './dependencies';
import { deletePasskey } from './table';

/** DELETE /person/passkeys/{passkeyId}. Whoever has the device may be signed in on it: the other sessions end, too. */
export const removePasskey = (deps: PasskeyDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { personId, sessionId } = personIn(request);
        const object = request.params['passkeyId'] ?? '';
        const person = await lockPerson(tx, personId);
        if (person !== undefined && (await deletePasskey(tx, personId, object))) {
          await endOtherSessions(tx, personId, sessionId, toIso(deps.clock.now()));
          await writeFact(tx, deps, 'PASSKEY_REMOVED', actorIn(request), { object });
          await deps.queueMail?.(tx, { kind: 'PASSKEY_REMOVED', to: person.email, locale: person.locale });
        }
        return { status: 204 };
      }),
    ),
});
