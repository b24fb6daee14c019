import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { findAttemptsOfCharge } from '../store/reads/attempts';
import { findChargeById } from '../store/reads/charges';
import { readerOf } from './caller';
import { missingCharge } from './missing-charge';
import { type ReadDependencies } from './reading';
import { attemptBody } from './wire/attempt-body';

/** GET /charge/{chargeId}/attempts */
export const listAttempts = ({ db, clock }: ReadDependencies): Operation => ({
  handle: async (request) => {
    const reader = readerOf(request);
    const chargeId = request.params['chargeId'] ?? '';
    const attempts = await findAttemptsOfCharge(db, reader, chargeId);
    // No attempts and no charge are different answers.
    if (attempts.length === 0 && !(await findChargeById(db, reader, chargeId)))
      throw await missingCharge(db, reader, chargeId);
    return { status: 200, body: attempts.map((attempt) => attemptBody(attempt, toIso(clock.now()))) };
  },
});
