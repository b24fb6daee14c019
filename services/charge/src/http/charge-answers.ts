import type { ApiResponse } from '@repasse/chassis/http/app';
import type { IdempotencyRow, IdempotencyTicket } from '@repasse/chassis/idempotency/ticket';
import type { Attempt, ChargeState, ExistingCharge } from '../domain/charge';
import { attemptRowOf, chargeRowOf } from '../store/read-rows';
import type { ChargeRequest } from './checks/charge-request';
import { attemptBody } from './wire/attempt-body';
import { chargeBody, payerColumnsOf } from './wire/charge-body';

export interface Answers {
  /** Undefined while the provider has yet to say how the payer can pay. */
  answerFor(charge: ExistingCharge): ApiResponse | undefined;
  /** What an append keeps under the caller's key with what it writes; undefined when the caller sent none. */
  readonly keep: ((state: ChargeState) => IdempotencyRow) | undefined;
}

/** The answers to one POST /charge. What was kept under the key is, to the byte, what is then sent. */
export const createAnswers = (wanted: ChargeRequest, ticket: IdempotencyTicket | undefined): Answers => {
  let kept: ApiResponse | undefined;
  const answerFor = (charge: ExistingCharge): ApiResponse | undefined => kept ?? answerOf(charge, wanted);

  return {
    answerFor,
    keep:
      ticket &&
      ((state) => {
        kept = state.status === 'absent' ? undefined : answerOf(state, wanted);
        return kept ? ticket.done(kept) : ticket.running();
      }),
  };
};

const answerOf = (charge: ExistingCharge, wanted: ChargeRequest): ApiResponse | undefined => {
  const [attempt] = charge.attempts;
  if (!attempt) return chargeAnswer(charge, wanted);
  const isAnswerable = attempt.offer !== null || attempt.situation.status === 'paid';
  return isAnswerable ? attemptAnswer(charge, attempt, wanted) : undefined;
};

const chargeAnswer = (charge: ExistingCharge, { inputs }: ChargeRequest): ApiResponse => ({
  status: 200,
  body: chargeBody({ ...chargeRowOf(charge), ...payerColumnsOf(inputs) }),
});

const attemptAnswer = (charge: ExistingCharge, attempt: Attempt, { inputs }: ChargeRequest): ApiResponse => {
  const { description, externalReference } = charge.terms;
  const copied = { description, external_reference: externalReference, ...payerColumnsOf(inputs) };
  return { status: 200, body: attemptBody({ ...attemptRowOf(charge, attempt), ...copied }) };
};
