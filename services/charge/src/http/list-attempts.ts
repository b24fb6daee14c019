import type { Operation } from '@repasse/chassis/http/app';
import type { Tx } from '@repasse/chassis/postgres/database';
import { findAttemptsOfCharge } from '../projections/attempt-reads';
import { findChargeById } from '../projections/charge-reads';
import { userIdOf } from './caller';
import { chargeNotFound } from './problems';
import { attemptBody } from './wire/attempt-body';

/** GET /charge/{chargeId}/attempts */
export const listAttempts = (db: Tx): Operation => ({
  handle: async (request) => {
    const userId = userIdOf(request);
    const chargeId = request.params['chargeId'] ?? '';
    const attempts = await findAttemptsOfCharge(db, userId, chargeId);
    // No attempts and no charge are different answers.
    if (attempts.length === 0 && !(await findChargeById(db, userId, chargeId))) throw chargeNotFound();
    return { status: 200, body: attempts.map(attemptBody) };
  },
});
