import { assertNever } from '@repasse/chassis/decider';
import { type Announcement } from '@repasse/chassis/outbox/outbox';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { type RefundFacts } from '../domain/refund';
import { publicFacts } from '../../payments/public/public-facts';
import { shortened } from '../../payments/public/shortened';

type MoneyBack = Extract<
  PaymentEvent,
  { type: 'RefundRequested' | 'RefundSettled' | 'RefundFailed' | 'DisputeOpened' | 'DisputeWon' | 'DisputeLost' }
>;

/** The contract's limit for a provider's text. */
const failureCharactersMax = 500;
const reasonCharactersMax = 200;

/** What others are told of refunds and disputes; their amount is what goes back and not what the payment was for. */
export const toPublicMoneyBack = (event: MoneyBack, envelope: Pick<Announcement, 'key'>): Announcement => {
  switch (event.type) {
    case 'RefundRequested': {
      const { reason, requestedAt } = event.data.refund;
      const data = { ...refundFacts(event.data), reason, splitRefund: sharesOf(event.data.refund), requestedAt };
      return { ...envelope, type: 'repasse.refund.requested.v1', time: requestedAt, data };
    }
    case 'RefundSettled': {
      const { refund, providerReference, settledAt, recordedAt } = event.data;
      const data = { ...refundFacts(event.data), providerReference, splitRefund: sharesOf(refund), settledAt };
      return { ...envelope, type: 'repasse.refund.settled.v1', time: recordedAt, data };
    }
    case 'RefundFailed': {
      const { failure, failedAt } = event.data;
      const data = { ...refundFacts(event.data), failure: shortened(failure, failureCharactersMax), failedAt };
      return { ...envelope, type: 'repasse.refund.failed.v1', time: failedAt, data };
    }
    case 'DisputeOpened': {
      const { dispute, openedAt, recordedAt } = event.data;
      const reason = event.data.reason === null ? null : shortened(event.data.reason, reasonCharactersMax);
      const data = { ...disputeFacts(event.data), providerReference: dispute.providerReference, reason, openedAt };
      return { ...envelope, type: 'repasse.dispute.opened.v1', time: recordedAt, data };
    }
    case 'DisputeWon': {
      const { decidedAt, recordedAt } = event.data;
      const data = { ...disputeFacts(event.data), decidedAt };
      return { ...envelope, type: 'repasse.dispute.won.v1', time: recordedAt, data };
    }
    case 'DisputeLost': {
      const { decidedAt, recordedAt } = event.data;
      const data = { ...disputeFacts(event.data), decidedAt };
      return { ...envelope, type: 'repasse.dispute.lost.v1', time: recordedAt, data };
    }
    default:
      return assertNever(event);
  }
};

const refundFacts = (data: Extract<MoneyBack, { type: 'RefundRequested' }>['data']) => {
  const { refundId, amountMinor, purpose } = data.refund;
  return { ...publicFacts(data), refundId, amountMinor, purpose };
};

const disputeFacts = (data: Extract<MoneyBack, { type: 'DisputeWon' | 'DisputeOpened' }>['data']) => {
  const { disputeId, amountMinor } = data.dispute;
  return { ...publicFacts(data), disputeId, amountMinor };
};

const sharesOf = ({ splitRefund }: RefundFacts) =>
  splitRefund === null ? null : splitRefund.map(({ userId, amountMinor }) => ({ userId, amountMinor }));
