import { toIso } from '@repasse/chassis/clock';
import { type ApiRequest, type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { hasFailedTechnically, type ExistingCharge } from '../domain/charge';
import { type PaymentGateway } from '../clients/payment-gateway';
import { type ChargeRequest } from '../workflow/charge-request';
import { type ChargeSavedCard } from '../workflow/charge-saved-card';
import { type MakeCharge } from '../workflow/make-charge';
import { isRefusal } from '../workflow/refusal';
import { ownerOf, userIdOf } from './caller';
import { createAnswers, type AnswerOf } from './charge-answers';
import { savedCardDeclined, savedCardNotCharged } from './card-problems';
import { cardTokenOf, readCardRequest, type CreateCardPaymentBody } from './requests/card-request';
import { faultsOfCardRequest } from './checks/card-request-faults';
import { refuseInstallments } from './checks/installments';
import { lateFaults } from './checks/payment-faults';
import { refusalOf } from './checks/refusal';
import { type CreateChargeDependencies } from './create-charge';
import { unavailable } from './problems';
import { problemOf } from './refusal-problems';
import { madeCardPaymentBody } from './wire/card-payment-body';

export interface CreateCardPaymentDependencies extends CreateChargeDependencies {
  readonly makeCharge: MakeCharge;
  readonly gateway: PaymentGateway;
  readonly chargeSavedCard: ChargeSavedCard;
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
    const charge = await deps.makeCharge(wanted, ownerOf(request, answers));
    if (isRefusal(charge)) throw problemOf(charge);
    return answers.answerFor(charge) ?? chargeCard(deps, request, wanted, charge);
  },
});

const answerWith =
  ({ linkOf, clock }: CreateCardPaymentDependencies): AnswerOf =>
  (charge) => {
    const response = madeCardPaymentBody(charge, linkOf, toIso(clock.now()));
    return response && { status: 201, body: { status: 201, code: 'card_payment_created', response } };
  };

const cardsUnknown = 'The saved card could not be looked up just now. Nothing was created; send the request again.';

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
  if (found === 'unavailable') throw unavailable(cardsUnknown);
  // Same words for another merchant's card, so that the answer does not reveal which cards exist.
  if (found === 'missing') throw refusalOf([{ field: 'card_token', message: 'is none of your saved cards.' }]);
};

const chargeCard = async (
  deps: CreateCardPaymentDependencies,
  { body, idempotency }: Request,
  { installments, inputs: { payer } }: ChargeRequest,
  kept: ExistingCharge,
): Promise<ApiResponse> => {
  const charged = await deps.chargeSavedCard(kept, { cardToken: cardTokenOf(body) ?? '', installments, payer });
  if (isRefusal(charged)) throw problemOf(charged);
  const { state, attempt, answer } = charged;
  const { terms, situation } = attempt;
  const now = toIso(deps.clock.now());
  if (hasFailedTechnically(attempt)) {
    const told = { hasKey: idempotency !== undefined, isRefused: answer?.outcome === 'refused' };
    throw savedCardNotCharged(state, now, attempt, told);
  }
  if (situation.status === 'failed') throw savedCardDeclined(state, now, terms.attemptId, situation);
  return answerWith(deps)(state) ?? Promise.reject(new Error(`Charge ${terms.attemptId} has an attempt without end.`));
};
