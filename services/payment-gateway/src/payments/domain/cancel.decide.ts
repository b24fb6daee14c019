import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision } from './decision';
import { whereEffective } from './effective-commands';
import { type CancelReason, type PaymentState } from './payment';
import { type DataOf } from './payment-commands';
import { type UndatedPaymentEvent } from './payment-events';

/**
 * A question to a provider is under way for at most 30 s. Until it must have ended, a provider that knows nothing of a
 * payment may be about to make it; the double leaves room for its own queue.
 */
export const offerUnderWayMs = 60_000;

export const cancelPayment = (asked: DataOf<'CancelPayment'>, state: PaymentState): Decision =>
  whereEffective('CancelPayment', state, (open) =>
    open.status === 'requested' && asked.isUnmade === true && open.cancelRequest === null
      ? [...cancelRequested(asked, open), canceledFor(asked.reason)]
      : cancelRequested(asked, open),
  );

export const confirmCancellation = ({ isMissing, now }: DataOf<'ConfirmCancellation'>, state: PaymentState): Decision =>
  whereEffective('ConfirmCancellation', state, (known) => {
    switch (known.status) {
      case 'requested':
      case 'unknown':
        if (isMissing && Date.parse(now) < Date.parse(known.requestedAt) + offerUnderWayMs) {
          return reject('payment.offer_under_way', 'The provider may still be making the payment.');
        }
        return canceled(known);
      case 'offered':
      case 'confirming':
        return canceled(known);
      case 'canceled':
        return known.isOfferOpen ? [{ type: 'LateOfferWithdrawn', data: {} }] : [];
      default:
        return assertNever(known);
    }
  });

type Open = Extract<PaymentState, { cancelRequest: unknown }>;

const cancelRequested = ({ reason }: DataOf<'CancelPayment'>, { cancelRequest }: Open): UndatedPaymentEvent[] =>
  cancelRequest === null ? [{ type: 'PaymentCancelRequested', data: { reason } }] : [];

const canceled = ({ cancelRequest }: Open): Decision =>
  cancelRequest === null
    ? reject('payment.cancel_not_requested', 'Taking the payment back was never requested.')
    : [canceledFor(cancelRequest.reason)];

/**
 * No payment outlives its charge. One that is taken back because the charge has expired has expired too: the charge may
 * see the end first or this service may, and both must come to the same status.
 */
const canceledFor = (reason: CancelReason): UndatedPaymentEvent =>
  reason === 'CHARGE_EXPIRED' ? { type: 'PaymentExpired', data: {} } : { type: 'PaymentCanceled', data: { reason } };
