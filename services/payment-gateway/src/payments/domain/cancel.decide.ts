import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision, notFound } from './decision';
import { type CancelReason, type PaymentState } from './payment';
import { type CancelPayment, type ConfirmCancellation } from './payment-commands';
import { type PaymentEvent } from './payment-events';

/**
 * A question to a provider is under way for at most 30 s. Until it must have ended, a provider that knows nothing of a
 * payment may be about to make it; the double leaves room for its own queue.
 */
export const offerUnderWayMs = 60_000;

export const cancelPayment = (asked: CancelPayment['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
      return asked.isUnmade === true && state.cancelRequest === null
        ? [...cancelRequested(asked, state), ...canceledFor(asked, state)]
        : cancelRequested(asked, state);
    case 'unknown':
    case 'offered':
    case 'confirming':
      return cancelRequested(asked, state);
    // Nothing is left to take back; money that came is for the charge to judge.
    case 'partially_received':
    case 'received':
    case 'expired':
    case 'canceled':
    case 'failed':
      return [];
    case 'absent':
      return notFound();
    default:
      return assertNever(state);
  }
};

export const confirmCancellation = ({ isMissing, now }: ConfirmCancellation['data'], state: PaymentState): Decision => {
  switch (state.status) {
    case 'requested':
    case 'unknown':
      if (isMissing && Date.parse(now) < Date.parse(state.requestedAt) + offerUnderWayMs) {
        return reject('payment.offer_under_way', 'The provider may still be making the payment.');
      }
      return canceled(state, now);
    case 'offered':
    case 'confirming':
      return canceled(state, now);
    case 'canceled':
      return state.isOfferOpen ? [{ type: 'LateOfferWithdrawn', data: { ...state.facts, withdrawnAt: now } }] : [];
    case 'partially_received':
    case 'received':
    case 'expired':
    case 'failed':
      return [];
    case 'absent':
      return notFound();
    default:
      return assertNever(state);
  }
};

type Open = Extract<PaymentState, { cancelRequest: unknown }>;

const cancelRequested = ({ reason, now }: CancelPayment['data'], { cancelRequest, facts }: Open): PaymentEvent[] =>
  cancelRequest === null ? [{ type: 'PaymentCancelRequested', data: { ...facts, reason, requestedAt: now } }] : [];

const canceled = ({ cancelRequest, facts }: Open, now: string): Decision =>
  cancelRequest === null
    ? reject('payment.cancel_not_requested', 'Taking the payment back was never requested.')
    : canceledFor({ reason: cancelRequest.reason, now }, { facts });

const canceledFor = (
  { reason, now }: { reason: CancelReason; now: string },
  { facts }: Pick<Open, 'facts'>,
): PaymentEvent[] => [{ type: 'PaymentCanceled', data: { ...facts, reason, canceledAt: now } }];
