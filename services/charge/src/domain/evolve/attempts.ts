import { attemptOf, type Attempt, type ExistingCharge } from '../charge';
import type { AttemptCanceled, AttemptOffered, AttemptReopened, AttemptRequested } from '../charge.events';

type AttemptChange = Partial<Pick<Attempt, 'situation' | 'offer'>>;

export const attemptRequested = (
  state: ExistingCharge,
  { chargeId: _chargeId, ...terms }: AttemptRequested['data'],
): ExistingCharge => {
  const updatedAt = terms.requestedAt;
  const attempt: Attempt = { terms, situation: { status: 'requested' }, offer: null, updatedAt };
  return { ...state, attempts: [...state.attempts, attempt], updatedAt };
};

/** The payer may have paid before the answer to our own request was here: then only the instructions are news. */
export const attemptOffered = (state: ExistingCharge, data: AttemptOffered['data']): ExistingCharge => {
  const { attemptId, invoiceId, instructions, expiresAt, offeredAt } = data;
  const isRequested = attemptOf(state, attemptId)?.situation.status === 'requested';
  return changeAttempt(state, data, offeredAt, {
    ...(isRequested && { situation: { status: 'offered' } }),
    offer: { invoiceId, instructions, expiresAt },
  });
};

export const attemptReopened = (state: ExistingCharge, data: AttemptReopened['data']): ExistingCharge => {
  const hasOffer = attemptOf(state, data.attemptId)?.offer;
  return changeAttempt(state, data, data.reopenedAt, { situation: { status: hasOffer ? 'offered' : 'requested' } });
};

export const attemptCanceled = (state: ExistingCharge, data: AttemptCanceled['data']): ExistingCharge =>
  changeAttempt(state, data, data.canceledAt, { situation: { status: 'canceled', isConfirmed: data.isConfirmed } });

export const changeAttempt = <S extends ExistingCharge>(
  state: S,
  { attemptId }: { readonly attemptId: string },
  updatedAt: string,
  change: AttemptChange,
): S => {
  if (!attemptOf(state, attemptId)) throw new Error(`Corrupt history: attempt ${attemptId} was never requested.`);
  const attempts = state.attempts.map((attempt) =>
    attempt.terms.attemptId === attemptId ? { ...attempt, ...change, updatedAt } : attempt,
  );
  return { ...state, attempts, updatedAt };
};
