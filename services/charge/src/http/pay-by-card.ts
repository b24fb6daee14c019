import { toIso, type Clock } from '@repasse/chassis/clock';
import { type ApiResponse, type Operation } from '@repasse/chassis/http/app';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { cardDetailsOf } from '@repasse/checkout-kit/server/card-input';
import { existingAttempt, remainderOf, type Attempt, type ExistingCharge } from '../domain/charge';
import { cardOutcomes } from '../clients/gateway-answers';
import { findChargeById, type ChargeView } from '../store/reads/charges';
import { type ChargeStore } from '../store/charge-store';
import { type CardPaymentResult, type PayByCard } from '../workflow/pay-by-card';
import { isRefusal } from '../workflow/refusal';
import { byCard, type RequestAttempt, type RequestedAttempt } from '../workflow/request-attempt';
import { faultsOfCardPayment } from './checks/card-payment-faults';
import { refuseInstallments } from './checks/installments';
import { existingCharge } from './own-charge';
import { attemptViewOf } from './charge-answers';
import { cardDeclined, cardNotCharged } from './card-problems';
import { authenticationNotAvailable, chargeNotFound } from './problems';
import { attemptKeyReusedElsewhere, problemOf } from './refusal-problems';
import { payersAttemptBody } from './wire/attempt-body';
import { payerOf, payerToKeep, type PayByCardBody } from './requests/card-payer';

export interface PayByCardDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly requestAttempt: RequestAttempt;
  readonly payByCard: PayByCard;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** POST /charge/{chargeId}/checkout/payment, for the payer. The card itself is forwarded and never kept. */
export const payByCard = (deps: PayByCardDependencies): Operation<PayByCardBody> => {
  const cards = deps.metrics.counter(
    'repasse_charge_card_payments_total',
    'Cards sent to be charged, by what was answered.',
    ['outcome'],
  );
  bornAtZero(cards, { outcome: cardOutcomes });
  return {
    check: ({ body }, faulty) => faultsOfCardPayment(body, faulty, deps.clock.now()),
    handle: async ({ params, body }) => {
      if (body.threeDSecure === true) throw authenticationNotAvailable();
      const charge = await existingCharge(deps.charges, params['chargeId'] ?? '');
      const view = await findChargeById(deps.db, charge.terms.userId, charge.terms.chargeId);
      if (!view) throw chargeNotFound();

      const attempt = await requestOne(deps, charge, body);
      const { saveCard } = body;
      const inputs = { paidWith: { card: cardDetailsOf(body.card), saveCard }, payer: payerOf(body.payer, view) };
      const result = await deps.payByCard(attempt.charge, attempt.attempt, inputs);
      cards.inc({ outcome: result.answer.outcome });
      return answerOf(result, attempt.attempt, view, toIso(deps.clock.now()));
    },
  };
};

/** Committed before the card is sent, so that no other can begin meanwhile and the janitor finds it if this process dies. */
const requestOne = async (
  { requestAttempt, ids }: PayByCardDependencies,
  charge: ExistingCharge,
  { installments, attemptIdempotencyKey, payer }: PayByCardBody,
): Promise<RequestedAttempt> => {
  refuseInstallments(remainderOf(charge), charge.terms.installmentsMax, installments);
  const inputs = { gatewayOptions: null, attemptKey: attemptIdempotencyKey ?? null, payer: payerToKeep(payer) };
  const wanted = { ...byCard(installments), inputs };
  const requested = await requestAttempt(charge, wanted, { ulid: ids.ulid() });
  if (!isRefusal(requested)) return requested;
  // Keys are unique per merchant, but a payer must not learn of other charges.
  const isElsewhere = requested.refused === 'key_reused' && requested.holder.chargeId !== charge.terms.chargeId;
  throw isElsewhere ? attemptKeyReusedElsewhere() : problemOf(requested);
};

const answerOf = ({ answer, state }: CardPaymentResult, asked: Attempt, view: ChargeView, now: string): ApiResponse => {
  const attempt = existingAttempt(state, asked.terms.attemptId);
  if (attempt.situation.status !== 'failed') {
    return { status: 200, body: payersAttemptBody(attemptViewOf(state, attempt, view), now) };
  }
  throw attempt.situation.reason === 'DECLINED'
    ? cardDeclined(state, now, attempt.terms.attemptId, attempt.situation)
    : cardNotCharged(state, now, attempt.terms.attemptId, answer.outcome === 'unavailable');
};
