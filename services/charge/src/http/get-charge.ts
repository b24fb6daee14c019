import { toIso } from '@repasse/chassis/clock';
import type { Operation } from '@repasse/chassis/http/app';
import { findChargeById } from '../projections/charge-reads';
import { readerOf } from './caller';
import { chargeNotFound } from './problems';
import type { ReadDependencies } from './reading';
import { chargeBody } from './wire/charge-body';

/** GET /charge/{chargeId} */
export const getCharge = ({ db, clock }: ReadDependencies): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const charge = await findChargeById(db, readerOf(request), chargeId);
    if (!charge) throw chargeNotFound(chargeId);
    return { status: 200, body: chargeBody(charge, toIso(clock.now())) };
  },
});
