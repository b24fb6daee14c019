import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { type Operation } from '@repasse/chassis/http/app';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/charge';
import { type ChargeStore } from '../store/charge-store';
import { surplusRowOf } from '../store/read-rows';
import { type ResolveHeld } from '../workflow/resolve-held-payment';
import { userIdOf } from './caller';
import { ownCharge } from './own-charge';
import { refusedOn } from './problems';
import { heldPaymentsBody } from './wire/held-payment-body';

export interface ResolveHeldPaymentDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly resolveHeld: ResolveHeld;
  readonly clock: Clock;
}

type Body = components['schemas']['ResolveHeldPayment'];

/** POST /charge/{chargeId}/held-payments/{paymentId} */
export const resolveHeldPayment = (deps: ResolveHeldPaymentDependencies): Operation<Body> => ({
  handle: async (request) => {
    const { chargeId = '', paymentId = '' } = request.params;
    const { charge } = await ownCharge(deps, userIdOf(request), chargeId);
    const outcome = await deps.resolveHeld(charge, paymentId, {
      action: request.body.action,
      resolvedBy: actorOf(callerOf(request)),
    });
    if (isRejection(outcome)) throw refusedOn(charge, toIso(deps.clock.now()), outcome);
    const { state } = outcome;
    const parts = state.surpluses.filter((surplus) => surplus.paymentId === paymentId);
    return { status: 200, body: heldPaymentsBody(parts.map((part) => surplusRowOf(state, part))) };
  },
});
