import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ChargeStore } from '../store/charge-store';
import { chargeRowOf } from '../store/read-rows';
import { userIdOf } from './caller';
import { ownCharge } from './own-charge';
import { refusedOn } from './problems';
import { chargeBody } from './wire/charge-body';

export interface CancelChargeDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly clock: Clock;
}

/** POST /charge/{chargeId}/cancel. The gateway consumes ChargeCanceled and cancels open payments at providers. */
export const cancelCharge = (deps: CancelChargeDependencies): Operation => ({
  handle: async (request) => {
    const chargeId = request.params['chargeId'] ?? '';
    const { view, charge } = await ownCharge(deps, userIdOf(request), chargeId);
    const now = toIso(deps.clock.now());
    const outcome = await deps.charges.run(chargeId, { type: 'CancelCharge', data: { chargeId, now } });
    // A payer may have paid since the charge was loaded, so it is read again for the answer.
    if (isRejection(outcome)) {
      throw refusedOn((await ownCharge(deps, charge.terms.userId, chargeId)).charge, now, outcome);
    }
    return { status: 200, body: chargeBody({ ...view, ...chargeRowOf(outcome.state) }, now) };
  },
});
