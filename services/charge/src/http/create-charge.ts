import { toIso, type Clock } from '@repasse/chassis/clock';
import { isRejection } from '@repasse/chassis/decider';
import { isUniqueViolation } from '@repasse/chassis/event-store/execute';
import { faultPoint } from '@repasse/chassis/faults/fault-point';
import type { ApiRequest, ApiResponse, Operation } from '@repasse/chassis/http/app';
import type { Ids } from '@repasse/chassis/ids';
import type { Tx } from '@repasse/chassis/postgres/database';
import type { ExistingCharge } from '../domain/charge';
import type { FxQuote } from '../domain/charge.terms';
import type { CommandFor } from '../workflow/new-charge';
import type { OfferAttempt } from '../workflow/offer-attempt';
import { findKeyHolder } from '../store/attempt-keys';
import type { ChargeOutcome, ChargeStore } from '../store/charge-store';
import { answerOfCreation, createAnswers, type Answers } from './charge-answers';
import { userIdOf } from './caller';
import { faultsOfChargeRequest, refuseWhatIsTooLate } from './checks/charge-faults';
import { readChargeRequest, type ChargeRequest, type CreateChargeBody } from './checks/charge-request';
import type { UrlRules } from './checks/webhook-url';
import type { CheckoutLinkOf } from './checkout-link';
import { IdentityUnavailableError } from './clients/identity';
import type { PaymentGateway } from './clients/payment-gateway';
import { quoteFor } from './fx-quote';
import { offerOrExplain } from './offer-or-explain';
import { attemptKeyReused, recipientsUnknown, refusedBy } from './problems';

export interface CreateChargeDependencies {
  readonly db: Tx;
  readonly charges: ChargeStore;
  readonly commandFor: CommandFor;
  readonly gateway: PaymentGateway;
  readonly offerAttempt: OfferAttempt;
  readonly linkOf: CheckoutLinkOf;
  readonly urlRules: UrlRules;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * POST /charge. The charge, its attempt and the caller's keys are committed together before the provider is asked, so
 * that whatever happens next can be found and finished: by a repeat with the same key, or by the janitor.
 */
export const createCharge = (deps: CreateChargeDependencies): Operation<CreateChargeBody> => ({
  claim: 'with-append',
  check: ({ body, headers }, faulty) => {
    const context = { now: deps.clock.now(), urlRules: deps.urlRules };
    return faultsOfChargeRequest(body, faulty, context, headers['idempotency-key'] !== undefined);
  },
  handle: async (request) => {
    const now = deps.clock.now();
    const ticket = request.idempotency;
    // What is resumed was in time when it began.
    if (!ticket?.isResumed) refuseWhatIsTooLate(request.body, now);
    const wanted = readChargeRequest(request.body, now);
    const answers = createAnswers(answerOfCreation(wanted, deps.linkOf), ticket);
    const work = { deps, wanted, ticket, now: toIso(now), userId: userIdOf(request), answers };
    const charge = (await resume(work)) ?? (await create(work));
    return answers.answerFor(charge) ?? (await offer(charge, work));
  },
});

interface Work {
  readonly deps: CreateChargeDependencies;
  readonly wanted: ChargeRequest;
  readonly ticket: ApiRequest['idempotency'];
  readonly now: string;
  readonly userId: number;
  readonly answers: Answers;
}

/** What an earlier process made of this very request before it was cut off. */
const resume = async ({ deps, ticket }: Work): Promise<ExistingCharge | undefined> => {
  if (!ticket?.isResumed) return undefined;
  const state = await deps.charges.load(`ch_${ticket.ulid}`);
  return state.status === 'absent' ? undefined : state;
};

const create = async (work: Work): Promise<ExistingCharge> => {
  const { deps, wanted, ticket, now, userId, answers } = work;
  const made = { userId, now, ulid: ticket?.ulid ?? deps.ids.ulid(), fx: await quoteOf(work) };
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
  return currency === null ? null : quoteFor(deps.gateway, { amountMinor, currency, field: 'checkoutCurrency' });
};

const createdBy = async (outcome: ChargeOutcome, { deps, wanted, userId }: Work): Promise<ExistingCharge> => {
  if (isRejection(outcome)) throw refusedBy(outcome);
  if (isUniqueViolation(outcome)) {
    const holder = await findKeyHolder(deps.db, userId, wanted.inputs.attemptKey ?? '');
    if (!holder) throw new Error(`A new charge violated ${outcome.constraint}.`);
    throw attemptKeyReused(holder);
  }
  if (outcome.state.status === 'absent') throw new Error('A charge was created and is absent.');
  return outcome.state;
};

const offer = async (charge: ExistingCharge, { deps, wanted, ticket, answers }: Work): Promise<ApiResponse> => {
  const attemptId = charge.attempts[0]?.terms.attemptId ?? '';
  const hasKey = ticket !== undefined;
  return offerOrExplain(deps.offerAttempt, { charge, attemptId, inputs: wanted.inputs, answers, hasKey });
};
