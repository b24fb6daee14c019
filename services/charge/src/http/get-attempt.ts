import type { Operation } from '@repasse/chassis/http/app';
import type { Tx } from '@repasse/chassis/postgres/database';
import { findAttemptById } from '../projections/attempt-reads';
import { userIdOf } from './caller';
import { attemptNotFound } from './problems';
import { attemptBody } from './wire/attempt-body';

/** GET /charge/attempts/{attemptId} */
export const getAttempt = (db: Tx): Operation => ({
  handle: async (request) => {
    const attempt = await findAttemptById(db, userIdOf(request), request.params['attemptId'] ?? '');
    if (!attempt) throw attemptNotFound();
    return { status: 200, body: attemptBody(attempt) };
  },
});
