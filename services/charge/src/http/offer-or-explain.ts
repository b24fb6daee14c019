import type { ApiResponse } from '@repasse/chassis/http/app';
import { attemptOf, type Attempt, type ExistingCharge } from '../domain/charge';
import type { OfferAttempt, OfferInputs } from '../workflow/offer-attempt';
import type { Answers } from './charge-answers';
import { notOffered } from './problems';

export interface OfferWork {
  readonly charge: ExistingCharge;
  readonly attemptId: string;
  readonly inputs: OfferInputs;
  readonly answers: Answers;
  /** Whether the caller sent an Idempotency-Key, and so may repeat the request. */
  readonly hasKey: boolean;
}

/** Requests the payer's instructions from the provider. Without them, the problem names the kept attempt. */
export const offerOrExplain = async (
  offerAttempt: OfferAttempt,
  { charge, attemptId, inputs, answers, hasKey }: OfferWork,
): Promise<ApiResponse> => {
  const attempt = existing(charge, attemptId);
  if (attempt.situation.status !== 'requested') throw notOffered(endOf(attempt), charge, attempt, hasKey);

  const { answer, state } = await offerAttempt(charge, attempt, inputs, { idempotency: answers.keep });
  if (answer !== 'offered') throw notOffered(answer, state, attempt, hasKey);
  const response = answers.answerFor(state);
  if (!response) throw notOffered(endOf(existing(state, attemptId)), state, attempt, hasKey);
  return response;
};

const existing = (charge: ExistingCharge, attemptId: string): Attempt => {
  const attempt = attemptOf(charge, attemptId);
  if (!attempt) throw new Error(`Charge ${charge.terms.chargeId} was asked for an attempt it does not have.`);
  return attempt;
};

/** An attempt that ended without an offer, as a repeat of the request finds it. */
const endOf = ({ situation }: Attempt): 'refused' | 'expired' | 'canceled' =>
  situation.status === 'expired' || situation.status === 'canceled' ? situation.status : 'refused';
