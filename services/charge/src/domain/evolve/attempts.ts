import { attemptOf, type Attempt, type ExistingCharge } from '../charge';
import { type EventOf } from '../charge.events';

type AttemptChange = Partial<Pick<Attempt, 'situation' | 'offer'>>;

export const attemptRequested = (
  state: ExistingCharge,
  { at, data: terms }: EventOf<'AttemptRequested'>,
): ExistingCharge => {
  const attempt: Attempt = { terms, situation: { status: 'requested' }, offer: null, requestedAt: at, updatedAt: at };
  return { ...state, attempts: [...state.attempts, attempt], updatedAt: at };
};

/** The payer may have paid before the answer to our own request was here: then only the instructions are news. */
export const attemptOffered = (state: ExistingCharge, { at, data }: EventOf<'AttemptOffered'>): ExistingCharge => {
  const { attemptId, invoiceId, instructions, expiresAt } = data;
  const isRequested = attemptOf(state, attemptId)?.situation.status === 'requested';
  return changeAttempt(state, data, at, {
    ...(isRequested && { situation: { status: 'offered' } }),
    offer: { invoiceId, instructions, expiresAt },
  });
};

export const attemptInstructed = (
  state: ExistingCharge,
  { at, data: { attemptId, instructions } }: EventOf<'AttemptInstructed'>,
): ExistingCharge => {
  const offer = attemptOf(state, attemptId)?.offer;
  if (!offer) throw new Error(`Corrupt history: attempt ${attemptId} was never offered.`);
  return changeAttempt(state, { attemptId }, at, { offer: { ...offer, instructions } });
};

export const attemptReopened = (state: ExistingCharge, { at, data }: EventOf<'AttemptReopened'>): ExistingCharge => {
  const hasOffer = attemptOf(state, data.attemptId)?.offer;
  return changeAttempt(state, data, at, { situation: { status: hasOffer ? 'offered' : 'requested' } });
};

export const attemptCanceled = (state: ExistingCharge, { at, data }: EventOf<'AttemptCanceled'>): ExistingCharge =>
  changeAttempt(state, data, at, { situation: { status: 'canceled', isConfirmed: data.isConfirmed } });

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
