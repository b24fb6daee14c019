import { assertNever, reject } from '@repasse/chassis/decider';
import { type Decision } from './decision';
import { whereEffective } from './effective-commands';
import { type CancelReason, type PaymentState } from './payment';
import { type DataOf } from './payment-commands';
import { type PaymentEvent } from './payment-events';

/**
 * A question to a provider is under way for at most 30 s. Until it must have ended, a provider that knows nothing of a
 * payment may be about to make it; the double leaves room for its own queue.
 */
export const offerUnderWayMs = 60_000;

export const cancelPayment = (asked: DataOf<'CancelPayment'>, state: PaymentState): Decision =>
  whereEffective('CancelPayment', state, (open) =>
    open.status === 'requested' && asked.isUnmade === true && open.cancelRequest === null
      ? [...cancelRequested(asked, open), ...canceledFor(asked, open)]
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
        return canceled(known, now);
      case 'offered':
      case 'confirming':
        return canceled(known, now);
      case 'canceled':
        return known.isOfferOpen ? [{ type: 'LateOfferWithdrawn', data: { ...known.facts, withdrawnAt: now } }] : [];
      default:
        return assertNever(known);
    }
  });

type Open = Extract<PaymentState, { cancelRequest: unknown }>;

const cancelRequested = ({ reason, now }: DataOf<'CancelPayment'>, { cancelRequest, facts }: Open): PaymentEvent[] =>
  cancelRequest === null ? [{ type: 'PaymentCancelRequested', data: { ...facts, reason, requestedAt: now } }] : [];

const canceled = ({ cancelRequest, facts }: Open, now: string): Decision =>
  cancelRequest === null
    ? reject('payment.cancel_not_requested', 'Taking the payment back was never requested.')
    : canceledFor({ reason: cancelRequest.reason, now }, { facts });

const canceledFor = (
  { reason, now }: { reason: CancelReason; now: string },
  { facts }: Pick<Open, 'facts'>,
): PaymentEvent[] => [{ type: 'PaymentCanceled', data: { ...facts, reason, canceledAt: now } }];
