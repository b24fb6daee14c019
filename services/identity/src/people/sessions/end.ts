import { toIso } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { actorIn, writeFact } from '../../audit/write';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from '../persons/caller';
import { sessionNotFound } from './refusals';
import { companyOfSession, endSession as keepEnd, findSessionById } from './table';
import { withoutEvents } from '../../store/commit';

/** DELETE /person/sessions/{sessionId}. */
export const endSession = (deps: PeopleDependencies): Operation<undefined> => ({
  handle: (request) =>
    deps.commit(
      withoutEvents<ApiResponse>(async (tx) => {
        const session = await findSessionById(tx, request.params['sessionId'] ?? '');
        const { personId, sessionId } = personIn(request);
        if (session?.personId !== personId) return sessionNotFound();
        const company = await companyOfSession(tx, sessionId);
        if (company !== null && session.companyUserId !== company) return sessionNotFound();
        if (await keepEnd(tx, session.sessionId, toIso(deps.clock.now())))
          await writeFact(tx, deps, 'SESSION_ENDED', actorIn(request), { object: session.sessionId });
        return { status: 204 };
      }),
    ),
});
