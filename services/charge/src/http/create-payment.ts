import { toIso } from '@repasse/chassis/clock';
import { type Operation } from '@repasse/chassis/http/app';
import { isRefusal } from '../workflow/refusal';
import { ownerOf } from './caller';
import { createAnswers, type AnswerOf } from './charge-answers';
import { faultsOfPaymentRequest, lateFaults } from './checks/payment-faults';
import { readPaymentRequest, type CreatePaymentBody } from './requests/payment-request';
import { refusalOf } from './checks/refusal';
import { type CreateChargeDependencies } from './create-charge';
import { problemOf } from './refusal-problems';
import { madePaymentBody } from './wire/payment-body';

/** POST /payments: a charge whose owner has the only share, and its attempt by PIX. */
export const createPayment = (deps: CreateChargeDependencies): Operation<CreatePaymentBody> => ({
  claim: 'with-append',
  check: (request, faulty) =>
    faultsOfPaymentRequest(request, faulty, { now: deps.clock.now(), urlRules: deps.urlRules }),
  handle: async (request) => {
    const now = deps.clock.now();
    const late = request.idempotency?.isResumed ? [] : lateFaults(request.body, now);
    if (late.length > 0) throw refusalOf(late);
    const wanted = readPaymentRequest(request);
    const answerOf: AnswerOf = (charge) => {
      const response = madePaymentBody(charge, wanted.inputs, deps.linkOf, toIso(now));
      return response && { status: 201, body: { status: 201, code: 'payment_created', response } };
    };
    const answers = createAnswers(answerOf, request.idempotency);
    const offered = await deps.makeOfferedCharge(wanted, ownerOf(request, answers));
    if (isRefusal(offered)) throw problemOf(offered);
    return answers.answerTo(offered);
  },
});
