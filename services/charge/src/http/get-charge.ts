import type { Operation } from '@repasse/chassis/http/app';
import type { Tx } from '@repasse/chassis/postgres/database';
import { findChargeById } from '../projections/charge-reads';
import { userIdOf } from './caller';
import { chargeNotFound } from './problems';
import { chargeBody } from './wire/charge-body';

/** GET /charge/{chargeId} */
export const getCharge = (db: Tx): Operation => ({
  handle: async (request) => {
    const charge = await findChargeById(db, userIdOf(request), request.params['chargeId'] ?? '');
    if (!charge) throw chargeNotFound();
    return { status: 200, body: chargeBody(charge) };
  },
});
