import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { findChargeById } from '../store/reads/charges';
import { readerOf } from './caller';
import { missingCharge } from './missing-charge';
import { type ReadDependencies } from './reading';
import { chargeBody } from './wire/charge-body';

/** GET /charge/{chargeId} */
export const getCharge = ({ db, clock }: ReadDependencies): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const reader = readerOf(request);
    const charge = await findChargeById(db, reader, chargeId);
    if (!charge) throw await missingCharge(db, reader, chargeId);
    return { status: 200, body: chargeBody(charge, toIso(clock.now())) };
  },
});
