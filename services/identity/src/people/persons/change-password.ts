import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { invalidRequest, problem } from '@repasse/chassis/http/problem';
import { type components } from '@repasse/contracts/generated/http/identity';
import { actorIn, writeFact } from '../../audit/write';
import { type PeopleDependencies } from '../dependencies';
import { faultsOfPassword } from '../passwords/rules';
import { endOtherSessions } from '../sessions/table';
import { personIn } from './caller';
import { provePassword } from './prove-password';
import { passwordWrong } from './refusals';
import { lockPerson, setPassword } from './table';
import { withoutEvents } from '../../store/commit';

/** PUT /person/password. Whoever knew the password before is signed out with it. */
export const changePassword = (deps: PeopleDependencies): Operation<components['schemas']['ChangePassword']> => ({
  handle: async (request) => {
    const { currentPassword, newPassword } = request.body;
    const proven = await provePassword(deps, request, currentPassword);
    if (proven === undefined) return passwordWrong();
    const errors = faultsOfPassword('newPassword', newPassword, proven.email);
    if (errors.length > 0) return problem(invalidRequest(errors));
    const passwordHash = await deps.passwords.hashOf(newPassword);
    return deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const { personId, sessionId } = personIn(request);
        const person = await lockPerson(tx, personId);
        // Another request changed it in the meantime.
        if (person?.passwordHash !== proven.passwordHash) return passwordWrong();
        const now = toIso(deps.clock.now());
        await setPassword(tx, personId, passwordHash, now);
        await endOtherSessions(tx, personId, sessionId, now);
        await writeFact(tx, deps, 'PASSWORD_CHANGED', actorIn(request));
        await deps.queueMail?.(tx, { kind: 'PASSWORD_CHANGED', to: person.email, locale: person.locale });
        return { status: 204 };
      }),
    );
  },
});
