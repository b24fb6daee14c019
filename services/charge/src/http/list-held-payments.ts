import { type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { findChargeById } from '../store/reads/charges';
import { findSurplusesOfCharge } from '../store/reads/surpluses';
import { readerOf } from './caller';
import { missingCharge } from './missing-charge';
import { heldPaymentsBody } from './wire/held-payment-body';

/** GET /charge/{chargeId}/held-payments */
export const listHeldPayments = (db: Tx): Operation => ({
  handle: async (request) => {
    const reader = readerOf(request);
    const chargeId = request.params['chargeId'] ?? '';
    const surpluses = await findSurplusesOfCharge(db, reader, chargeId);
    // Nothing held and no charge are different answers.
    if (surpluses.length === 0 && !(await findChargeById(db, reader, chargeId)))
      throw await missingCharge(db, reader, chargeId);
    return { status: 200, body: heldPaymentsBody(surpluses) };
  },
});
