import { assertNever } from '@repasse/chassis/decider';
import type { PublicContext } from '@repasse/chassis/event-store/execute';
import type { Announcement } from '@repasse/chassis/outbox/outbox';
import type { EventData, EventType } from '@repasse/contracts';
import type { ChargeEvent } from '../domain/charge.events';
import { attemptExpired, attemptFailed, attemptOffered } from './attempts';
import {
  chargeCanceled,
  chargeCreated,
  chargeExpired,
  chargeFailed,
  chargePaid,
  chargeProcessing,
  chargeReopened,
} from './charges';
import { chargeRefunded, surplusReceived, surplusRefunded, surplusResolved } from './money';

/** Which domain events the world hears of, and in which words. The switch mentions every one; null keeps it private. */
export const publicEventOf = (event: ChargeEvent, { streamId }: PublicContext): Announcement | null => {
  const publish = <T extends EventType>(type: T, time: string, data: EventData[T]): Announcement<T> => ({
    type,
    key: streamId,
    time,
    data,
  });

  switch (event.type) {
    case 'ChargeCreated':
      return publish('repasse.charge.created.v1', event.data.createdAt, chargeCreated(event.data));
    case 'AttemptOffered':
      // A card has nothing to show to the payer: its attempt is asked for and answered in one step.
      return event.data.paymentMethod === 'CREDIT_CARD'
        ? null
        : publish('repasse.attempt.offered.v1', event.data.offeredAt, attemptOffered(event.data));
    case 'AttemptFailed':
      return publish('repasse.attempt.failed.v1', event.data.failedAt, attemptFailed(event.data));
    case 'AttemptExpired':
      return publish('repasse.attempt.expired.v1', event.data.expiredAt, attemptExpired(event.data));
    case 'ChargeProcessing':
      return publish('repasse.charge.processing.v1', event.data.processingAt, chargeProcessing(event.data));
    case 'ChargeReopened':
      return publish('repasse.charge.reopened.v1', event.data.reopenedAt, chargeReopened(event.data));
    case 'ChargePaid':
      return publish('repasse.charge.paid.v1', event.data.recordedAt, chargePaid(event.data));
    case 'ChargeExpired':
      return publish('repasse.charge.expired.v1', event.data.expiredAt, chargeExpired(event.data));
    case 'ChargeCanceled':
      return publish('repasse.charge.canceled.v1', event.data.canceledAt, chargeCanceled(event.data));
    case 'ChargeFailed':
      return publish('repasse.charge.failed.v1', event.data.failedAt, chargeFailed(event.data));
    case 'ChargeRefunded':
      return publish('repasse.charge.refunded.v1', event.data.refundedAt, chargeRefunded(event.data));
    case 'ChargeSurplusReceived':
      return publish('repasse.charge.surplus_received.v1', event.data.recordedAt, surplusReceived(event.data));
    case 'ChargeSurplusResolved':
      return publish('repasse.charge.surplus_resolved.v1', event.data.resolvedAt, surplusResolved(event.data));
    case 'ChargeSurplusRefunded':
      return publish('repasse.charge.surplus_refunded.v1', event.data.refundedAt, surplusRefunded(event.data));
    // Mere steps, whose results are published; the gateway publishes disputes.
    case 'AttemptRequested':
    case 'AttemptProcessing':
    case 'AttemptReopened':
    case 'AttemptCanceled':
    case 'ChargeSurplusRefundFailed':
    case 'ChargeDisputed':
    case 'DisputeDecided':
      return null;
    default:
      return assertNever(event);
  }
};
