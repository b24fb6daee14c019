import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type PeopleDependencies } from '../dependencies';
import { personIn } from '../persons/caller';
import { isOver } from './rules';
import { companyOfSession, listSessions as readSessions } from './table';
import { sessionView } from './view';

/** GET /person/sessions. */
export const listSessions = ({ db, clock, sessionLimits }: PeopleDependencies): Operation<undefined> => ({
  handle: async (request) => {
    const { personId, sessionId } = personIn(request);
    const now = toIso(clock.now());
    // One by a company sees those by it, and not from where the person comes otherwise.
    const company = await companyOfSession(db, sessionId);
    const live = (await readSessions(db, personId)).filter(
      (session) => !isOver(session, now, sessionLimits) && (company === null || session.companyUserId === company),
    );
    return { status: 200, body: { data: live.map((session) => sessionView(session, sessionId, sessionLimits)) } };
  },
});
