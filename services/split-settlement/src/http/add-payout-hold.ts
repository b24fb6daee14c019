import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type KeepAnswer } from '@repasse/chassis/idempotency/keep-answer';
import { type Ids } from '@repasse/chassis/ids';
import { type Database } from '@repasse/chassis/postgres/database';
import { type components } from '@repasse/contracts/generated/http/split-settlement';
import { addHold } from '../store/payout-holds';
import { currency } from '../store/read-payables';
import { actorOf, callerOf } from '@repasse/chassis/auth/caller';
import { aboveNothing } from './checks/above-nothing';
import { amountMinorIn } from './requests/amount';
import { holdView } from './wire/hold-view';

type Body = components['schemas']['AddPayoutHold'];

export interface AddPayoutHoldDeps {
  readonly db: Database;
  readonly keepAnswer: KeepAnswer;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** POST /payout-holds: staff withhold an amount of a user from payouts. */
export const addPayoutHold = ({ db, keepAnswer, clock, ids }: AddPayoutHoldDeps): Operation<Body> => ({
  check: ({ body }, faulty) => aboveNothing(body, ['amount'], faulty),
  handle: (request) =>
    db.transaction(async (tx) => {
      const { userId, reasonCode, reason, until = null } = request.body;
      const hold = await addHold(tx, {
        ...{ holdId: `hold_${request.idempotency?.ulid ?? ids.ulid()}`, userId, currency, reasonCode, reason },
        ...{ amountMinor: amountMinorIn(request.body.amount), heldUntil: until },
        ...{ createdAt: toIso(clock.now()), createdBy: actorOf(callerOf(request)) },
      });
      return keepAnswer(tx, request, { status: 201, body: holdView(hold, true) });
    }),
});
