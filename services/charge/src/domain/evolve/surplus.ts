import { assertNever } from '@repasse/chassis/decider';
import {
  attemptOf,
  isOpen,
  type AttemptSituation,
  type ExistingCharge,
  type Surplus,
  type SurplusStanding,
} from '../charge';
import { type EventOf, type DataOf } from '../charge.events';
import { type Receipt } from '../charge.terms';
import { changeAttempt } from './attempts';
import { isSameReceipt, withReceipt, withRefundedAttempt } from './payments';

export const surplusReceived = (
  state: ExistingCharge,
  { at, data }: EventOf<'ChargeSurplusReceived'>,
): ExistingCharge => {
  const { paymentId, providerReference, attemptId, invoiceId, reason, receivedAt } = data;
  const surplus: Surplus = {
    ...{ paymentId, providerReference, attemptId, invoiceId, reason, receivedAt, recordedAt: at },
    amountMinor: data.surplusAmountMinor,
    ...standingAfter(data),
  };
  const charge: ExistingCharge = {
    ...state,
    surpluses: [...state.surpluses, surplus],
    receipts: withReceipt(state, data, data.surplusAmountMinor),
  };
  return changeAttempt(charge, data, at, { situation: situationAfter(charge, data) });
};

/** Less than all of a held part may be resolved: the rest is held on, for the next event to resolve. */
export const surplusResolved = (
  state: ExistingCharge,
  { at, data }: EventOf<'ChargeSurplusResolved'>,
): ExistingCharge => {
  const { attemptId, paymentId, surplusAmountMinor, resolvedBy } = data;
  const surpluses = changeHeld(state, data, (surplus) => [
    { ...surplus, amountMinor: surplusAmountMinor, resolvedBy, ...standingAfter(data) },
    ...(surplus.amountMinor > surplusAmountMinor
      ? [{ ...surplus, amountMinor: surplus.amountMinor - surplusAmountMinor }]
      : []),
  ]);
  const charge: ExistingCharge = { ...state, surpluses, updatedAt: at };
  if (data.handling !== 'APPLY') return charge;
  const booking = { paymentId, attemptId, amountMinor: surplusAmountMinor };
  const reason = surpluses.find((surplus) => isSameReceipt(surplus, data))?.reason ?? null;
  return changeAttempt({ ...charge, bookings: [...charge.bookings, booking] }, data, at, {
    situation: { status: 'paid', reason },
  });
};

export const surplusRefunded = (
  state: ExistingCharge,
  { at, data }: EventOf<'ChargeSurplusRefunded'>,
): ExistingCharge => {
  const { refundId } = data;
  let leftMinor = data.amountMinor;
  let surpluses = state.surpluses;
  for (const part of refundableParts(state, data)) {
    const refundedMinor = Math.min(leftMinor, part.amountMinor);
    leftMinor -= refundedMinor;
    if (refundedMinor > 0) {
      surpluses = replaced(surpluses, part, [
        { ...part, amountMinor: refundedMinor, standing: 'refunded', refundId },
        ...(part.amountMinor > refundedMinor ? [{ ...part, amountMinor: part.amountMinor - refundedMinor }] : []),
      ]);
    }
  }
  if (leftMinor > 0) throw new Error(`Corrupt history: refund ${refundId} is of more than lies beside the charge.`);
  return withRefundedAttempt({ ...state, surpluses, updatedAt: at }, data, at);
};

export const surplusRefundFailed = (
  state: ExistingCharge,
  { at, data }: EventOf<'ChargeSurplusRefundFailed'>,
): ExistingCharge => ({
  ...state,
  surpluses: state.surpluses.map((surplus) =>
    surplus.standing === 'refunding' && surplus.refundId === data.refundId
      ? { ...withoutStanding(surplus), standing: 'held' }
      : surplus,
  ),
  updatedAt: at,
});

/** The part this refund was announced for; for a merchant's refund, held money before accepted money. */
const refundableParts = ({ surpluses }: ExistingCharge, data: DataOf<'ChargeSurplusRefunded'>): readonly Surplus[] => {
  const own = surpluses.filter((surplus) => isSameReceipt(surplus, data));
  const announced = own.filter((surplus) => surplus.standing === 'refunding' && surplus.refundId === data.refundId);
  const standing = (wanted: Surplus['standing']): readonly Surplus[] => own.filter((part) => part.standing === wanted);
  return announced.length > 0 ? announced : [...standing('held'), ...standing('accepted')];
};

const changeHeld = (
  { surpluses }: ExistingCharge,
  receipt: Receipt,
  change: (surplus: Surplus) => readonly Surplus[],
): readonly Surplus[] => {
  const surplus = surpluses.find((known) => isSameReceipt(known, receipt) && known.standing === 'held');
  if (!surplus) throw new Error(`Corrupt history: nothing of ${receipt.paymentId} is held.`);
  return replaced(surpluses, surplus, change(surplus));
};

const replaced = (surpluses: readonly Surplus[], old: Surplus, parts: readonly Surplus[]): readonly Surplus[] =>
  surpluses.flatMap((surplus) => (surplus === old ? parts : [surplus]));

const withoutStanding = ({
  paymentId,
  providerReference,
  attemptId,
  invoiceId,
  amountMinor,
  reason,
  receivedAt,
  recordedAt,
}: Surplus) => ({
  ...{ paymentId, providerReference, attemptId, invoiceId, amountMinor, reason, receivedAt, recordedAt },
});

const standingAfter = ({
  handling,
  refundId,
}: {
  readonly handling: 'ACCEPT' | 'REFUND' | 'HOLD' | 'APPLY';
  readonly refundId: string | null;
}): SurplusStanding => {
  switch (handling) {
    case 'ACCEPT':
      return { standing: 'accepted' };
    case 'HOLD':
      return { standing: 'held' };
    case 'APPLY':
      return { standing: 'applied' };
    case 'REFUND':
      if (refundId === null) throw new Error('Corrupt history: a refund without its id.');
      return { standing: 'refunding', refundId };
    default:
      return assertNever(handling);
  }
};

/** Too little ends an attempt that was open; a payment that is whole is a paid attempt, whatever is done with it. */
const situationAfter = (
  state: ExistingCharge,
  { attemptId, reason }: DataOf<'ChargeSurplusReceived'>,
): AttemptSituation => {
  const attempt = attemptOf(state, attemptId);
  if (!attempt) throw new Error(`Corrupt history: attempt ${attemptId} was never requested.`);
  const { situation } = attempt;
  if (situation.status === 'refunded' || reason === 'OVERPAID') return situation;
  if (reason !== 'UNDERPAID') return { status: 'paid', reason };
  return isOpen(attempt) ? { status: 'failed', reason, declineCode: null, isRetryable: null } : situation;
};
