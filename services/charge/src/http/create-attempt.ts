import { toIso, type Clock } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type ChargeStore } from '../store/charge-store';
import { isRefusal } from '../workflow/refusal';
import { type RequestOffer } from '../workflow/request-offer';
import { userIdOf } from './caller';
import { answerOfAttempt, createAnswers } from './charge-answers';
import { faultsOfAttemptRequest } from './checks/attempt-faults';
import { ownCharge } from './own-charge';
import { problemOf } from './refusal-problems';
import { readAttemptRequest, type CreateAttemptBody } from './requests/attempt-request';

export interface CreateAttemptDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly requestOffer: RequestOffer;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** POST /charge/{chargeId}/attempts. All ids of the attempt derive from the row kept under the caller's key. */
export const createAttempt = (deps: CreateAttemptDependencies): Operation<CreateAttemptBody> => ({
  claim: 'with-append',
  check: ({ body }, faulty) => faultsOfAttemptRequest(body, faulty, deps.clock.now()),
  handle: async (request) => {
    const { view, charge } = await ownCharge(deps, userIdOf(request), request.params['chargeId'] ?? '');
    const ulid = request.idempotency?.ulid ?? deps.ids.ulid();
    const answers = createAnswers(answerOfAttempt(`att_${ulid}`, view, toIso(deps.clock.now())), request.idempotency);
    const key = { ulid, idempotency: answers.keep };
    const offered = await deps.requestOffer(charge, readAttemptRequest(request.body), view, key);
    if (isRefusal(offered)) throw problemOf(offered);
    return answers.answerTo(offered);
  },
});
