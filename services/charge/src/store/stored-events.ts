import { attemptOf, type ChargeState } from '../domain/charge';
import type {
  AttemptFailed,
  AttemptOffered,
  AttemptRequested,
  ChargeCreated,
  ChargeEvent,
  ChargePaid,
} from '../domain/charge.events';
import type { PaymentFact } from '../domain/charge.terms';

/** Events as the first release wrote them, where they differ from today's. History is never rewritten. */
type FirstOffered = Omit<AttemptOffered['data'], 'instructions' | 'fx'> & {
  readonly pix: { readonly emv: string };
};
type StoredEvent =
  | ChargeEvent
  | { readonly type: 'AttemptOffered'; readonly data: FirstOffered }
  | { readonly type: 'AttemptUnderpaid' | 'ChargePaidAgain'; readonly data: PaymentFact };

/** An event in today's form; what a field did not say then, it says as null. */
export const upToDate = (event: StoredEvent, state: ChargeState): ChargeEvent => {
  switch (event.type) {
    case 'ChargeCreated':
      return { type: event.type, data: { ...createdDefaults, ...event.data } };
    case 'AttemptRequested':
      return { type: event.type, data: { ...requestedDefaults, ...event.data } };
    case 'AttemptOffered':
      return 'pix' in event.data
        ? { type: event.type, data: offeredOf(event.data) }
        : { type: event.type, data: event.data };
    case 'AttemptFailed':
      return { type: event.type, data: { ...failedDefaults, ...event.data } };
    case 'ChargePaid':
      return { type: event.type, data: { ...paidDefaults, ...event.data } };
    case 'AttemptUnderpaid':
    case 'ChargePaidAgain':
      return heldOf(event.data, state, event.type === 'ChargePaidAgain' ? 'DUPLICATE' : 'UNDERPAID');
    default:
      return event;
  }
};

const createdDefaults: Partial<ChargeCreated['data']> = { redirectUrl: null };
const requestedDefaults: Partial<AttemptRequested['data']> = { installments: 1, fx: null, redirectUrl: null };
const failedDefaults: Partial<AttemptFailed['data']> = { declineCode: null, isRetryable: null };
const paidDefaults: Partial<ChargePaid['data']> = { installments: 1 };

const offeredOf = ({ pix, ...data }: FirstOffered): AttemptOffered['data'] => ({
  ...data,
  instructions: { method: 'PIX', emv: pix.emv },
  fx: null,
});

/** No rule was asked then, so the money waits for somebody to decide. */
const heldOf = (payment: PaymentFact, state: ChargeState, reason: 'DUPLICATE' | 'UNDERPAID'): ChargeEvent => {
  const attempt = state.status === 'absent' ? undefined : attemptOf(state, payment.attemptId);
  if (state.status === 'absent' || !attempt)
    throw new Error(`Corrupt history: ${payment.attemptId} was never requested.`);
  const { chargeId, attemptId, paymentId, invoiceId, providerReference, receivedAt, recordedAt } = payment;
  return {
    type: 'ChargeSurplusReceived',
    data: {
      ...{ chargeId, attemptId, paymentId, invoiceId, providerReference, receivedAt, recordedAt, reason },
      userId: state.terms.userId,
      paymentMethod: attempt.terms.paymentMethod,
      surplusAmountMinor: payment.receivedAmountMinor,
      currency: state.terms.currency,
      handling: 'HOLD',
      refundId: null,
    },
  };
};
