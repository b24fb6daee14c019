import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { ApiResponse, Operation } from '@repasse/chassis/http/app';
import type { Ids } from '@repasse/chassis/ids';
import type { Tx } from '@repasse/chassis/postgres/database';
import { bornAtZero } from '@repasse/chassis/telemetry/born-at-zero';
import type { Metrics } from '@repasse/chassis/telemetry/metrics';
import { cardDetailsOf } from '@repasse/checkout-kit/server/card-input';
import { attemptOf, remainderOf, type Attempt, type ExistingCharge } from '../domain/charge';
import { cardOutcomes } from '../clients/gateway-answers';
import { findChargeById, type ChargeView } from '../store/reads/charges';
import { findKeyHolder } from '../store/attempt-keys';
import type { ChargeStore } from '../store/charge-store';
import type { AttemptTermsFor } from '../workflow/further-attempt';
import type { CardPaymentResult, PayByCard } from '../workflow/pay-by-card';
import { attemptKeyReused, attemptKeyReusedElsewhere } from './attempt-key-reused';
import { faultsOfCardPayment } from './checks/card-payment-faults';
import { refuseInstallments } from './checks/installments';
import { existingCharge } from './own-charge';
import { attemptViewOf } from './charge-answers';
import { cardDeclined, cardNotCharged } from './card-problems';
import { authenticationNotAvailable, chargeNotFound, refusedOn } from './problems';
import { payersAttemptBody } from './wire/attempt-body';
import { payerOf, payerToKeep, type PayByCardBody } from './requests/card-payer';

export interface PayByCardDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly attemptTermsFor: AttemptTermsFor;
  readonly payByCard: PayByCard;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * POST /charge/{chargeId}/checkout/payment, for the payer. The attempt is committed before the card is sent, so that no
 * other can begin meanwhile and the janitor finds it if this process dies; the card itself is forwarded and never kept.
 */
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

interface Requested {
  readonly charge: ExistingCharge;
  readonly attempt: Attempt;
}

const requestOne = async (
  deps: PayByCardDependencies,
  charge: ExistingCharge,
  { installments, attemptIdempotencyKey, payer }: PayByCardBody,
): Promise<Requested> => {
  const attemptKey = attemptIdempotencyKey ?? null;
  refuseInstallments(remainderOf(charge), charge.terms.installmentsMax, installments);
  const { chargeId, userId } = charge.terms;
  const now = toIso(deps.clock.now());
  const wanted = { paymentMethod: 'CREDIT_CARD', installments, fx: null, redirectUrl: null, expiresAt: null } as const;
  const terms = await deps.attemptTermsFor(charge, wanted, deps.ids.ulid());
  const outcome = await deps.charges.requestAttempt(
    { type: 'RequestAttempt', data: { chargeId, attempt: terms, now } },
    { gatewayOptions: null, attemptKey, payer: payerToKeep(payer) },
  );
  if (isRejection(outcome)) throw refusedOn(charge, now, outcome);
  if (isUniqueViolation(outcome)) {
    const holder = await findKeyHolder(deps.db, userId, attemptKey ?? '');
    // Keys are unique per merchant, but a payer must not learn of other charges.
    throw holder?.chargeId === chargeId ? await attemptKeyReused(deps, holder) : attemptKeyReusedElsewhere();
  }
  return withAttempt(outcome.state.status === 'absent' ? charge : outcome.state, terms.attemptId);
};

const withAttempt = (charge: ExistingCharge, attemptId: string): Requested => {
  const attempt = attemptOf(charge, attemptId);
  if (!attempt) throw new Error(`Attempt ${attemptId} was requested and is not there.`);
  return { charge, attempt };
};

const answerOf = ({ answer, state }: CardPaymentResult, asked: Attempt, view: ChargeView, now: string): ApiResponse => {
  const { attempt } = withAttempt(state, asked.terms.attemptId);
  if (attempt.situation.status !== 'failed') {
    return { status: 200, body: payersAttemptBody(attemptViewOf(state, attempt, view), now) };
  }
  throw attempt.situation.reason === 'DECLINED'
    ? cardDeclined(state, now, attempt.terms.attemptId, attempt.situation)
    : cardNotCharged(state, now, attempt.terms.attemptId, answer.outcome === 'unavailable');
};
