import { assertNever } from '@repasse/chassis/decider';
import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type PaymentEvent } from '../domain/payment-events';
import {
  publicCancelReason,
  publicCrypto,
  publicFacts,
  publicFx,
  publicInstallments,
  publicReceipt,
} from './public-facts';
import { toPublicMoneyBack } from '../../refunds/public/public-money-back';

/** What others are told of each domain event. The terms and the BR Code stay here; null keeps an event private. */
export const toPublic = (event: PaymentEvent): Announcement | null => {
  const envelope = { key: event.data.paymentId };
  const [facts, parts] = [publicFacts(event.data), publicInstallments(event)];
  switch (event.type) {
    case 'PaymentRequested': {
      const { externalReference, requestedAt } = event.data;
      const data = { ...facts, externalReference, requestedAt, ...publicFx(event), ...parts };
      return { ...envelope, type: 'repasse.payment.requested.v1', time: requestedAt, data };
    }
    case 'PaymentOffered': {
      const { providerReference, expiresAt, offeredAt } = event.data;
      const data = { ...facts, providerReference, expiresAt, offeredAt, ...publicFx(event), ...publicCrypto(event) };
      return { ...envelope, type: 'repasse.payment.offered.v1', time: offeredAt, data };
    }
    case 'PaymentConfirming': {
      const { offer, confirmingAt } = event.data;
      const data = { ...facts, providerReference: offer?.providerReference ?? null, confirmingAt };
      return { ...envelope, type: 'repasse.payment.confirming.v1', time: confirmingAt, data };
    }
    case 'PaymentPartiallyReceived': {
      const { offer, partial, partiallyReceivedAt } = event.data;
      const data = { ...facts, providerReference: offer?.providerReference ?? null, ...partial, partiallyReceivedAt };
      return { ...envelope, type: 'repasse.payment.partially_received.v1', time: partiallyReceivedAt, data };
    }
    case 'PaymentReopened': {
      const { declineCode, reopenedAt } = event.data;
      const data = { ...facts, declineCode, reopenedAt };
      return { ...envelope, type: 'repasse.payment.reopened.v1', time: reopenedAt, data };
    }
    case 'PaymentReceived': {
      const { recordedAt } = event.data;
      const data = { ...facts, ...publicReceipt(event), recordedAt, ...publicFx(event), ...parts };
      return { ...envelope, type: 'repasse.payment.received.v1', time: recordedAt, data };
    }
    case 'PaymentExpired': {
      const { expiredAt } = event.data;
      return { ...envelope, type: 'repasse.payment.expired.v1', time: expiredAt, data: { ...facts, expiredAt } };
    }
    case 'PaymentCanceled': {
      const { reason, canceledAt } = event.data;
      const data = { ...facts, reason: publicCancelReason(reason), canceledAt };
      return { ...envelope, type: 'repasse.payment.canceled.v1', time: canceledAt, data };
    }
    case 'PaymentFailed': {
      const { reason, failedAt, decline } = event.data;
      const data = { ...facts, reason, failedAt, ...(decline ?? {}) };
      return { ...envelope, type: 'repasse.payment.failed.v1', time: failedAt, data };
    }
    case 'PaymentOutcomeUnknown': {
      const { outcomeUnknownAt } = event.data;
      const data = { ...facts, outcomeUnknownAt };
      return { ...envelope, type: 'repasse.payment.outcome_unknown.v1', time: outcomeUnknownAt, data };
    }
    // The payment's end was published already; that it could be paid would read as a step back.
    case 'PaymentOfferedLate':
    case 'LateOfferWithdrawn':
    // A wish is no news: that it came true, or that the payer was faster, is.
    case 'PaymentCancelRequested':
    case 'RefundAcknowledged':
      return null;
    case 'RefundRequested':
    case 'RefundSettled':
    case 'RefundFailed':
    case 'DisputeOpened':
    case 'DisputeWon':
    case 'DisputeLost':
      return toPublicMoneyBack(event, envelope);
    default:
      return assertNever(event);
  }
};
