import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import type { ApiRequest, Operation } from '@repasse/chassis/http/app';
import type { Ids } from '@repasse/chassis/ids';
import type { Tx } from '@repasse/chassis/postgres/database';
import { attemptOf, remainderOf, type ExistingCharge } from '../domain/charge';
import type { AttemptTerms, FxQuote } from '../domain/charge.terms';
import { statusAt } from '../domain/expiry';
import type { ChargeView } from '../store/reads/charges';
import { findKeyHolder } from '../store/attempt-keys';
import type { ChargeOutcome, ChargeStore } from '../store/charge-store';
import type { AttemptTermsFor } from '../workflow/further-attempt';
import type { OfferAttempt } from '../workflow/offer-attempt';
import { attemptKeyReused } from './attempt-key-reused';
import { userIdOf } from './caller';
import { answerOfAttempt, createAnswers, type Answers } from './charge-answers';
import { faultsOfAttemptRequest, refuseOutlivingAttempt, refuseOutlivingQuote } from './checks/attempt-faults';
import { readAttemptRequest, type AttemptRequest, type CreateAttemptBody } from './requests/attempt-request';
import type { PaymentGateway } from '../clients/payment-gateway';
import { quoteFor } from './fx-quote';
import { offerOrExplain } from './offer-or-explain';
import { ownCharge } from './own-charge';
import { refusedOn } from './problems';
import { knownPayer } from './wire/known-payer';

export interface CreateAttemptDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly gateway: PaymentGateway;
  readonly attemptTermsFor: AttemptTermsFor;
  readonly offerAttempt: OfferAttempt;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * POST /charge/{chargeId}/attempts. As with a new charge, the attempt is committed before the provider is asked, and all
 * its ids derive from the row kept under the caller's key.
 */
export const createAttempt = (deps: CreateAttemptDependencies): Operation<CreateAttemptBody> => ({
  claim: 'with-append',
  check: ({ body }, faulty) => faultsOfAttemptRequest(body, faulty, deps.clock.now()),
  handle: async (request) => {
    const { view, charge } = await ownCharge(deps, userIdOf(request), request.params['chargeId'] ?? '');
    const ulid = request.idempotency?.ulid ?? deps.ids.ulid();
    const answers = createAnswers(answerOfAttempt(`att_${ulid}`, view, toIso(deps.clock.now())), request.idempotency);
    const wanted = readAttemptRequest(request.body);
    const work: Work = { deps, wanted, view, ulid, answers, ticket: request.idempotency };
    const requested = attemptOf(charge, `att_${ulid}`) ? charge : await requestOne(work, charge);
    return answers.answerFor(requested) ?? (await offer(work, requested));
  },
});

interface Work {
  readonly deps: CreateAttemptDependencies;
  readonly wanted: AttemptRequest;
  readonly view: ChargeView;
  readonly ulid: string;
  readonly answers: Answers;
  readonly ticket: ApiRequest['idempotency'];
}

const requestOne = async (work: Work, charge: ExistingCharge): Promise<ExistingCharge> => {
  const { deps, wanted, answers } = work;
  refuseOutlivingAttempt(wanted.expiresAt, charge.terms.expiresAt);
  const now = toIso(deps.clock.now());
  const attempt = await termsOf(work, charge, now);
  const { chargeId } = charge.terms;
  const outcome = await deps.charges.requestAttempt(
    { type: 'RequestAttempt', data: { chargeId, attempt, now } },
    wanted.inputs,
    { idempotency: answers.keep },
  );
  if (isRejection(outcome)) throw refusedOn(charge, now, outcome);
  return requestedBy(outcome, work);
};

const termsOf = async ({ deps, wanted, ulid }: Work, charge: ExistingCharge, now: string): Promise<AttemptTerms> => {
  const { paymentMethod, redirectUrl, expiresAt } = wanted;
  const fx = await quoteOf(deps.gateway, wanted, charge, now);
  refuseOutlivingQuote(expiresAt, fx);
  return deps.attemptTermsFor(charge, { paymentMethod, installments: 1, fx, redirectUrl, expiresAt }, ulid);
};

const quoteOf = async (
  gateway: PaymentGateway,
  { currency }: AttemptRequest,
  charge: ExistingCharge,
  now: string,
): Promise<FxQuote | null> =>
  // A charge that cannot be paid any more is refused by the decision; there is nothing to price.
  currency === null || statusAt(charge, now) !== 'pending'
    ? null
    : quoteFor(gateway, { amountMinor: remainderOf(charge), currency, field: 'currency', amountField: 'currency' });

const requestedBy = async (
  outcome: Exclude<ChargeOutcome, Rejection>,
  { deps, wanted, view }: Work,
): Promise<ExistingCharge> => {
  if (isUniqueViolation(outcome)) {
    const holder = await findKeyHolder(deps.db, view.user_id, wanted.inputs.attemptKey ?? '');
    if (!holder) throw new Error(`A new attempt violated ${outcome.constraint}.`);
    throw await attemptKeyReused(deps, holder);
  }
  if (outcome.state.status === 'absent') throw new Error('An attempt was made at a charge that is absent.');
  return outcome.state;
};

const offer = ({ deps, wanted, view, ulid, answers, ticket }: Work, charge: ExistingCharge) =>
  offerOrExplain(deps.offerAttempt, {
    charge,
    attemptId: `att_${ulid}`,
    inputs: { payer: knownPayer(view), gatewayOptions: wanted.inputs.gatewayOptions },
    answers,
    hasKey: ticket !== undefined,
  });
