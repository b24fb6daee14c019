import { assertNever } from '@repasse/chassis/decider';
import { isOfType, type AnyEvent, type EventData, type EventType } from '@repasse/contracts';
import { type ChargeCommand, type CreateCharge, type RecordPayment } from '../domain/charge.commands';

/** A merchant's settings for money that arrives, and the id of the refund that may follow from them. */
export type RulesForPayment = Pick<RecordPayment['data'], 'rules' | 'feeRules' | 'refundId'>;

type Command = Exclude<ChargeCommand, CreateCharge>;

/** The types that concern a charge; a provider's offer is already known from the answer to its request. */
export const paymentTypes = [
  'repasse.payment.received.v1',
  'repasse.payment.confirming.v1',
  'repasse.payment.reopened.v1',
  'repasse.payment.expired.v1',
  'repasse.payment.canceled.v1',
  'repasse.payment.failed.v1',
  'repasse.refund.settled.v1',
  'repasse.refund.failed.v1',
  'repasse.dispute.opened.v1',
  'repasse.dispute.won.v1',
  'repasse.dispute.lost.v1',
] as const satisfies readonly EventType[];

const isPaymentEvent = isOfType(paymentTypes);

/**
 * The merchants whose rules the commands for an event need. A payment in coins without a charge is priced elsewhere.
 */
export const ruledBy = (event: AnyEvent): readonly number[] =>
  event.type === 'repasse.payment.received.v1' && event.data.chargeId !== null ? [event.data.userId] : [];

/** Undefined for events that do not concern a charge: other types, and payments without one. */
export const commandFor = (event: AnyEvent, rulesFor: (userId: number) => RulesForPayment): Command | undefined => {
  if (!isPaymentEvent(event)) return undefined;
  switch (event.type) {
    case 'repasse.payment.received.v1':
      return recordPayment(event.data, rulesFor);
    case 'repasse.payment.confirming.v1':
      return onAttempt(event.data, event.data.confirmingAt, 'RecordProcessing');
    case 'repasse.payment.reopened.v1':
      return onAttempt(event.data, event.data.reopenedAt, 'RecordReopened');
    case 'repasse.payment.expired.v1':
      return onAttempt(event.data, event.data.expiredAt, 'ExpireAttempt');
    case 'repasse.payment.canceled.v1':
      return onAttempt(event.data, event.data.canceledAt, 'RecordAttemptCanceled');
    case 'repasse.payment.failed.v1':
      return recordFailure(event.data);
    case 'repasse.refund.settled.v1':
      return recordRefund(event.data);
    case 'repasse.refund.failed.v1':
      return ofCharge(event.data, (chargeId) => ({
        type: 'RecordRefundFailure',
        data: { chargeId, refundId: event.data.refundId, now: event.data.failedAt },
      }));
    case 'repasse.dispute.opened.v1':
      return recordDispute(event.data, 'opened', event.data.openedAt);
    case 'repasse.dispute.won.v1':
      return recordDispute(event.data, 'won', event.data.decidedAt);
    case 'repasse.dispute.lost.v1':
      return recordDispute(event.data, 'lost', event.data.decidedAt);
    default:
      return assertNever(event);
  }
};

interface OfPayment {
  readonly chargeId: string | null;
  readonly attemptId: string | null;
}

const ofCharge = (
  { chargeId, attemptId }: OfPayment,
  commandOf: (chargeId: string, attemptId: string) => Command,
): Command | undefined => (chargeId === null || attemptId === null ? undefined : commandOf(chargeId, attemptId));

const onAttempt = (
  payment: OfPayment,
  now: string,
  type: 'RecordProcessing' | 'RecordReopened' | 'ExpireAttempt' | 'RecordAttemptCanceled',
): Command | undefined => ofCharge(payment, (chargeId, attemptId) => ({ type, data: { chargeId, attemptId, now } }));

const recordPayment = (
  payment: EventData['repasse.payment.received.v1'],
  rulesFor: (userId: number) => RulesForPayment,
): Command | undefined =>
  ofCharge(payment, (chargeId, attemptId) => {
    const { paymentId, invoiceId, providerReference, receivedAt, recordedAt: now, userId } = payment;
    return {
      type: 'RecordPayment',
      data: {
        ...{ chargeId, attemptId, paymentId, invoiceId, providerReference, receivedAt, now },
        receivedAmountMinor: payment.amountMinor,
        ...rulesFor(userId),
      },
    };
  });

const recordFailure = (payment: EventData['repasse.payment.failed.v1']): Command | undefined =>
  ofCharge(payment, (chargeId, attemptId) => ({
    type: 'RecordAttemptFailure',
    data: {
      ...{ chargeId, attemptId, reason: payment.reason, now: payment.failedAt },
      declineCode: payment.declineCode ?? null,
      isRetryable: payment.isRetryable ?? null,
    },
  }));

const recordRefund = (refund: EventData['repasse.refund.settled.v1']): Command | undefined =>
  ofCharge(refund, (chargeId) => {
    const { refundId, paymentId, amountMinor, purpose, splitRefund, settledAt: now } = refund;
    return {
      type: 'RecordRefund',
      data: { chargeId, refundId, paymentId, amountMinor, purpose, splitRefund, now },
    };
  });

const recordDispute = (
  dispute: OfPayment & { readonly disputeId: string; readonly paymentId: string; readonly amountMinor: number },
  standing: 'opened' | 'won' | 'lost',
  now: string,
): Command | undefined =>
  ofCharge(dispute, (chargeId) => {
    const { disputeId, paymentId, amountMinor } = dispute;
    return { type: 'RecordDispute', data: { chargeId, disputeId, paymentId, amountMinor, standing, now } };
  });
