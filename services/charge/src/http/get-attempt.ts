import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { findAttemptById } from '../store/reads/attempts';
import { readerOf } from './caller';
import { attemptNotFound } from './problems';
import { type ReadDependencies } from './reading';
import { attemptBody } from './wire/attempt-body';

/** GET /charge/attempts/{attemptId} */
export const getAttempt = ({ db, clock }: ReadDependencies): Operation => ({
  handle: async (request) => {
    const attempt = await findAttemptById(db, readerOf(request), request.params['attemptId'] ?? '');
    if (!attempt) throw attemptNotFound();
    return { status: 200, body: attemptBody(attempt, toIso(clock.now())) };
  },
});
