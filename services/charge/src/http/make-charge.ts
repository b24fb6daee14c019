import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import { faultPoint } from '@repasse/chassis/faults/fault-point';
import type { ApiRequest, ApiResponse } from '@repasse/chassis/http/app';
import type { Ids } from '@repasse/chassis/ids';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { ExistingCharge } from '../domain/charge';
import type { FxQuote } from '../domain/charge.terms';
import type { CommandFor } from '../workflow/new-charge';
import type { OfferAttempt } from '../workflow/offer-attempt';
import { findKeyHolder } from '../store/attempt-keys';
import type { ChargeOutcome, ChargeStore } from '../store/charge-store';
import { refuseOutlivingQuote } from './checks/attempt-faults';
import { attemptKeyReused } from './attempt-key-reused';
import { createAnswers, type AnswerOf, type Answers } from './charge-answers';
import { userIdOf } from './caller';
import type { ChargeRequest } from '../workflow/charge-request';
import { IdentityUnavailableError } from '../clients/identity';
import type { PaymentGateway } from '../clients/payment-gateway';
import { quoteFor } from './fx-quote';
import { offerOrExplain } from './offer-or-explain';
import { recipientsUnknown, refusedBy } from './problems';

export interface MakeChargeDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly commandFor: CommandFor;
  readonly gateway: PaymentGateway;
  readonly offerAttempt: OfferAttempt;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Makes a charge, asks the provider for its first attempt if it has one, and answers in the caller's words. */
export const makeCharge = async (
  deps: MakeChargeDependencies,
  request: ApiRequest,
  wanted: ChargeRequest,
  answerOf: AnswerOf,
): Promise<ApiResponse> => {
  const answers = createAnswers(answerOf, request.idempotency);
  const charge = await keepCharge(deps, request, wanted, answers);
  const attemptId = charge.attempts[0]?.terms.attemptId ?? '';
  const hasKey = request.idempotency !== undefined;
  const asked = { charge, attemptId, inputs: wanted.inputs, answers, hasKey };
  return answers.answerFor(charge) ?? (await offerOrExplain(deps.offerAttempt, asked));
};

/**
 * The charge, its first attempt and the caller's keys are committed together before a provider is asked, so that
 * whatever happens next can be found and finished: by a repeat with the same key, or by the janitor.
 */
export const keepCharge = async (
  deps: MakeChargeDependencies,
  request: ApiRequest,
  wanted: ChargeRequest,
  answers: Answers,
): Promise<ExistingCharge> => {
  const { idempotency: ticket } = request;
  const work = { deps, wanted, ticket, now: toIso(deps.clock.now()), userId: userIdOf(request), answers };
  return (await resume(work)) ?? (await create(work));
};

interface Work {
  readonly deps: MakeChargeDependencies;
  readonly wanted: ChargeRequest;
  readonly ticket: ApiRequest['idempotency'];
  readonly now: string;
  readonly userId: number;
  readonly answers: Answers;
}

/** The charge an earlier process made of this request before it was cut off. */
const resume = async ({ deps, ticket }: Work): Promise<ExistingCharge | undefined> => {
  if (!ticket?.isResumed) return undefined;
  const state = await deps.charges.load(`ch_${ticket.ulid}`);
  return state.status === 'absent' ? undefined : state;
};

const create = async (work: Work): Promise<ExistingCharge> => {
  const { deps, wanted, ticket, now, userId, answers } = work;
  const fx = await quoteOf(work);
  refuseOutlivingQuote(wanted.attemptExpiresAt, fx);
  const made = { userId, now, ulid: ticket?.ulid ?? deps.ids.ulid(), fx };
  const command = await deps.commandFor(wanted, made).catch((fault: unknown) => {
    throw fault instanceof IdentityUnavailableError ? recipientsUnknown() : fault;
  });
  const outcome = await deps.charges.create(command, wanted.inputs, { isNew: true, idempotency: answers.keep });
  const charge = await createdBy(outcome, work);
  faultPoint('charge.after_commit');
  return charge;
};

const quoteOf = async ({ deps, wanted }: Work): Promise<FxQuote | null> => {
  const { checkoutCurrency: currency, grossAmountMinor: amountMinor } = wanted;
  return currency === null
    ? null
    : quoteFor(deps.gateway, { amountMinor, currency, field: 'checkoutCurrency', amountField: 'grossAmount' });
};

const createdBy = async (outcome: ChargeOutcome, { deps, wanted, userId }: Work): Promise<ExistingCharge> => {
  if (isRejection(outcome)) throw refusedBy(outcome);
  if (isUniqueViolation(outcome)) {
    const holder = await findKeyHolder(deps.db, userId, wanted.inputs.attemptKey ?? '');
    if (!holder) throw new Error(`A new charge violated ${outcome.constraint}.`);
    throw await attemptKeyReused(deps, holder);
  }
  if (outcome.state.status === 'absent') throw new Error('A charge was created and is absent.');
  return outcome.state;
};
