import { assertNever } from '@repasse/chassis/decider';
import { type PaymentEvent } from '../domain/payment-events';

/** When an event was recorded here. The provider's own time may be earlier. */
export const timeOf = (event: PaymentEvent): string => {
  switch (event.type) {
    case 'PaymentRequested':
    case 'PaymentCancelRequested':
      return event.data.requestedAt;
    case 'PaymentOffered':
    case 'PaymentOfferedLate':
      return event.data.offeredAt;
    case 'PaymentConfirming':
      return event.data.confirmingAt;
    case 'PaymentPartiallyReceived':
      return event.data.partiallyReceivedAt;
    case 'PaymentReopened':
      return event.data.reopenedAt;
    case 'PaymentExpired':
      return event.data.expiredAt;
    case 'PaymentCanceled':
      return event.data.canceledAt;
    case 'LateOfferWithdrawn':
      return event.data.withdrawnAt;
    case 'PaymentFailed':
    case 'RefundFailed':
      return event.data.failedAt;
    case 'PaymentOutcomeUnknown':
      return event.data.outcomeUnknownAt;
    case 'RefundRequested':
      return event.data.refund.requestedAt;
    case 'RefundAcknowledged':
      return event.data.acknowledgedAt;
    case 'PaymentReceived':
    case 'RefundSettled':
    case 'DisputeOpened':
    case 'DisputeWon':
    case 'DisputeLost':
      return event.data.recordedAt;
    default:
      return assertNever(event);
  }
};
