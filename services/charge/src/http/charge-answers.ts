import { type ApiResponse } from '@repasse/chassis/http/app';
import { type IdempotencyRow, type IdempotencyTicket } from '@repasse/chassis/idempotency/ticket';
import { attemptOf, type Attempt, type ChargeState, type ExistingCharge } from '../domain/charge';
import { type AttemptView } from '../store/reads/attempts';
import { type PayerColumns } from '../store/reads/charges';
import { attemptRowOf, chargeRowOf } from '../store/read-rows';
import { type CheckoutLinkOf } from './checkout-link';
import { type ChargeRequest } from '../workflow/charge-request';
import { type OfferedCharge } from '../workflow/offer-attempt';
import { notOffered } from './problems';
import { attemptBody } from './wire/attempt-body';
import { chargeBody, payerColumnsOf } from './wire/charge-body';

/** Undefined while the provider has yet to say how the payer can pay. */
export type AnswerOf = (charge: ExistingCharge) => ApiResponse | undefined;

export interface Answers {
  readonly answerFor: AnswerOf;
  /** Explains a missing offer. */
  readonly answerTo: (offered: OfferedCharge) => ApiResponse;
  /** The answer an append keeps under the caller's key with its rows; undefined when the caller sent none. */
  readonly keep: ((state: ChargeState) => IdempotencyRow) | undefined;
}

/** The answers to one request. The sent answer equals the kept one, to the byte. */
export const createAnswers = (answerOf: AnswerOf, ticket: IdempotencyTicket | undefined): Answers => {
  let kept: ApiResponse | undefined;
  const answerFor: AnswerOf = (charge) => kept ?? answerOf(charge);

  return {
    answerFor,
    answerTo: (offered) => {
      const { answer, state, attempt } = offered;
      const response = answer === null || answer === 'offered' ? answerFor(state) : undefined;
      if (response) return response;
      if (!attempt) throw new Error(`Charge ${state.terms.chargeId} has no attempt, and no answer.`);
      throw notOffered(offered, ticket !== undefined);
    },
    keep:
      ticket &&
      ((state) => {
        kept = state.status === 'absent' ? undefined : answerOf(state);
        return kept ? ticket.done(kept) : ticket.running();
      }),
  };
};

/** POST /charge answers the charge, or its first attempt, and where either can be paid. */
export const answerOfCreation =
  ({ inputs }: ChargeRequest, linkOf: CheckoutLinkOf, now: string): AnswerOf =>
  (charge) => {
    const payer = payerColumnsOf(inputs);
    const [attempt] = charge.attempts;
    const body = attempt
      ? offeredBody(charge, attempt, payer, now)
      : chargeBody({ ...chargeRowOf(charge), ...payer }, now);
    return body && { status: 200, body: { ...body, ...linkOf(charge.terms) } };
  };

export const answerOfAttempt =
  (attemptId: string, payer: PayerColumns, now: string): AnswerOf =>
  (charge) => {
    const attempt = attemptOf(charge, attemptId);
    const body = attempt && offeredBody(charge, attempt, payer, now);
    return body && { status: 200, body };
  };

/** An attempt as it would be read, from the charge's events instead of from the tables. */
export const attemptViewOf = (charge: ExistingCharge, attempt: Attempt, payer: PayerColumns): AttemptView => {
  const { description, externalReference } = charge.terms;
  // Named one by one: a charge that was read brings these too, and many of an attempt's own columns beside them.
  const { payer_name, payer_email, payer_phone, payer_document, payer_document_type, payer_source, split_config } =
    payer;
  return {
    ...attemptRowOf(charge, attempt),
    ...{ description, external_reference: externalReference },
    ...{ payer_name, payer_email, payer_phone, payer_document, payer_document_type, payer_source, split_config },
  };
};

const offeredBody = (charge: ExistingCharge, attempt: Attempt, payer: PayerColumns, now: string) => {
  const isAnswerable = attempt.offer !== null || attempt.situation.status === 'paid';
  return isAnswerable ? attemptBody(attemptViewOf(charge, attempt, payer), now) : undefined;
};
