import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type operations } from '@repasse/contracts/generated/http/charge';
import { findChargeByReference } from '../store/reads/charges';
import { readableUserIdOf } from './caller';
import { chargeNotFound } from './problems';
import { type ReadDependencies } from './reading';
import { chargeBody } from './wire/charge-body';

type Query = operations['findCharge']['parameters']['query'];

/** GET /charge?externalReference= */
export const findCharge = ({ db, clock }: ReadDependencies): Operation<unknown, Query> => ({
  handle: async (request) => {
    const { externalReference, user_id } = request.query;
    const charge = await findChargeByReference(db, readableUserIdOf(request, user_id), externalReference);
    if (!charge) throw chargeNotFound();
    return { status: 200, body: chargeBody(charge, toIso(clock.now())) };
  },
});
