import { toIso } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { ApiRequest, ApiResponse, Operation } from '@repasse/chassis/http/app';
import { hasFailedTechnically, isOpen, type Attempt, type ExistingCharge } from '../domain/charge';
import { statusAt } from '../domain/expiry';
import type { AttemptTermsFor } from '../workflow/further-attempt';
import type { CardPaymentInputs, PayByCard } from '../workflow/pay-by-card';
import { createAnswers, type AnswerOf } from './charge-answers';
import { savedCardDeclined, savedCardNotCharged } from './card-problems';
import { cardTokenOf, readCardRequest, type CreateCardPaymentBody } from './requests/card-request';
import { faultsOfCardRequest } from './checks/card-request-faults';
import type { ChargeRequest } from '../workflow/charge-request';
import { refuseInstallments } from './checks/installments';
import { lateFaults } from './checks/payment-faults';
import { refusalOf } from './checks/refusal';
import { userIdOf } from './caller';
import type { CreateChargeDependencies } from './create-charge';
import { keepCharge } from './make-charge';
import { refusedOn, savedCardsUnknown } from './problems';
import { madeCardPaymentBody } from './wire/card-payment-body';

export interface CreateCardPaymentDependencies extends CreateChargeDependencies {
  readonly payByCard: PayByCard;
  readonly attemptTermsFor: AttemptTermsFor;
}

type Request = ApiRequest<CreateCardPaymentBody>;

/**
 * POST /payments/v1/card: a charge by card alone, whose owner has the only share. The payer gives the card at the
 * checkout, or a saved card is charged at once.
 */
export const createCardPayment = (deps: CreateCardPaymentDependencies): Operation<CreateCardPaymentBody> => ({
  claim: 'with-append',
  check: (request, faulty) => faultsOfCardRequest(request, faulty, { now: deps.clock.now(), urlRules: deps.urlRules }),
  handle: async (request) => {
    const now = deps.clock.now();
    const wanted = readCardRequest(request, now);
    // A resumed request was checked when it began.
    if (!request.idempotency?.isResumed) await refuseUnfit(deps, request, wanted, now);
    const answers = createAnswers(answerWith(deps), request.idempotency);
    const charge = await keepCharge(deps, request, wanted, answers);
    return answers.answerFor(charge) ?? chargeSavedCard(deps, request, wanted, charge);
  },
});

const answerWith =
  ({ linkOf, clock }: CreateCardPaymentDependencies): AnswerOf =>
  (charge) => {
    const response = madeCardPaymentBody(charge, linkOf, toIso(clock.now()));
    return response && { status: 201, body: { status: 201, code: 'card_payment_created', response } };
  };

const refuseUnfit = async (
  { gateway }: CreateCardPaymentDependencies,
  request: Request,
  { grossAmountMinor, installmentsMax, installments }: ChargeRequest,
  now: Date,
): Promise<void> => {
  const late = lateFaults(request.body, now);
  if (late.length > 0) throw refusalOf(late);
  refuseInstallments(grossAmountMinor, installmentsMax, installments);

  const cardToken = cardTokenOf(request.body);
  if (cardToken === undefined) return;
  const found = await gateway.findSavedCard(cardToken, userIdOf(request));
  if (found === 'unavailable') throw savedCardsUnknown();
  // Same words for another merchant's card, so that the answer does not reveal which cards exist.
  if (found === 'missing') throw refusalOf([{ field: 'card_token', message: 'is none of your saved cards.' }]);
};

/** As with every card, the attempt has been committed before anything is sent, and a repeat never charges it again. */
const chargeSavedCard = async (
  deps: CreateCardPaymentDependencies,
  { body, idempotency }: Request,
  wanted: ChargeRequest,
  kept: ExistingCharge,
): Promise<ApiResponse> => {
  const charge = hasFailedTechnically(lastAttemptOf(kept)) ? await withFurtherAttempt(deps, wanted, kept) : kept;
  const attempt = lastAttemptOf(charge);
  const paidWith = { cardToken: cardTokenOf(body) ?? '' };
  const inputs = { paidWith, payer: payerOf(wanted) };
  const { state, answer } = isOpen(attempt)
    ? await deps.payByCard(charge, attempt, inputs)
    : { state: charge, answer: undefined };
  const last = lastAttemptOf(state);
  const now = toIso(deps.clock.now());
  if (hasFailedTechnically(last)) {
    const told = { hasKey: idempotency !== undefined, isRefused: answer?.outcome === 'refused' };
    throw savedCardNotCharged(state, now, last, told);
  }
  const { terms, situation } = last;
  if (situation.status === 'failed') throw savedCardDeclined(state, now, terms.attemptId, situation);
  return answerWith(deps)(state) ?? Promise.reject(new Error(`Charge ${terms.attemptId} has an attempt without end.`));
};

/** A repeat after trouble at the acquirer tries the card once more, by an attempt of its own. */
const withFurtherAttempt = async (
  deps: CreateCardPaymentDependencies,
  { installments }: ChargeRequest,
  charge: ExistingCharge,
): Promise<ExistingCharge> => {
  const now = toIso(deps.clock.now());
  if (statusAt(charge, now) !== 'pending') return charge;
  const how = { paymentMethod: 'CREDIT_CARD', installments, fx: null, redirectUrl: null, expiresAt: null } as const;
  const attempt = await deps.attemptTermsFor(charge, how, deps.ids.ulid());
  const outcome = await deps.charges.requestAttempt(
    { type: 'RequestAttempt', data: { chargeId: charge.terms.chargeId, attempt, now } },
    { gatewayOptions: null, attemptKey: null },
  );
  if (isRejection(outcome)) throw refusedOn(charge, now, outcome);
  if (isUniqueViolation(outcome) || outcome.state.status === 'absent') {
    throw new Error(`A further attempt at ${charge.terms.chargeId} was neither made nor refused.`);
  }
  return outcome.state;
};

const payerOf = ({ inputs }: ChargeRequest): CardPaymentInputs['payer'] => {
  const { name, email, document } = inputs.payer ?? {};
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email }),
    ...(document !== undefined && { document }),
  };
};

const lastAttemptOf = (charge: ExistingCharge): Attempt => {
  const attempt = charge.attempts.at(-1);
  if (!attempt) throw new Error(`Charge ${charge.terms.chargeId} was to be paid by a saved card and has no attempt.`);
  return attempt;
};
