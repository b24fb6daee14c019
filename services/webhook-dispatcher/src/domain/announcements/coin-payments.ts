import { formatMinor } from '@repasse/values/money';
import { type WebhookEventType } from '../event-types';
import { type Announcement, type Announcers } from './announcement';
import { ofPayment, paymentPlace, type PaymentFacts } from './of-payment';

/** Payments in coins have no charge that would tell of them. Those of charges are told of by their charges. */
export const coinPaymentAnnouncers: Announcers<
  | 'repasse.payment.confirming.v1'
  | 'repasse.payment.partially_received.v1'
  | 'repasse.payment.received.v1'
  | 'repasse.payment.expired.v1'
  | 'repasse.payment.failed.v1'
  | 'repasse.payment.canceled.v1'
> = {
  'repasse.payment.confirming.v1': (payment) =>
    ofCoins(payment, 'payment.confirming', payment.confirmingAt, 'CONFIRMING'),
  'repasse.payment.partially_received.v1': (payment) =>
    ofCoins(payment, 'payment.partially_received', payment.partiallyReceivedAt, 'PARTIALLY_PAID', {
      receivedAmount: formatMinor(payment.receivedTotalMinor),
      receivedPayAmount: payment.receivedPayAmount,
    }),
  'repasse.payment.received.v1': (payment) =>
    ofCoins(payment, 'payment.received', payment.recordedAt, 'PAID', {
      expectedAmount: formatMinor(payment.expectedAmountMinor),
      receivedAt: payment.receivedAt,
    }),
  'repasse.payment.expired.v1': (payment) => ofCoins(payment, 'payment.expired', payment.expiredAt, 'EXPIRED'),
  'repasse.payment.failed.v1': (payment) =>
    ofCoins(payment, 'payment.failed', payment.failedAt, 'FAILED', { statusReason: payment.reason }),
  'repasse.payment.canceled.v1': (payment) => ofCoins(payment, 'payment.canceled', payment.canceledAt, 'CANCELED'),
};

const ofCoins = (
  payment: PaymentFacts,
  type: WebhookEventType,
  occurredAt: string,
  status: string,
  more: Readonly<Record<string, unknown>> = {},
): readonly Announcement[] =>
  payment.chargeId === null
    ? ofPayment(payment, type, occurredAt, {
        payment: { id: payment.paymentId, ...paymentPlace(payment), status, ...more },
      })
    : [];
