import { assertNever } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import { disputesOf, type KnownPayment, refundIn } from '../../payments/domain/payment';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { publicFacts, shortened } from '../../payments/public/public-facts';
import { type Refund } from '../domain/refund';

type MoneyBack = Extract<
  PaymentEvent,
  { type: 'RefundRequested' | 'RefundSettled' | 'RefundFailed' | 'DisputeOpened' | 'DisputeWon' | 'DisputeLost' }
>;

/** The contract's limit for a provider's text. */
const failureCharactersMax = 500;
const reasonCharactersMax = 200;

/** The public form of refunds and disputes. Their amount is the one that goes back, not the payment's. */
export const toPublicMoneyBack = (event: MoneyBack, state: KnownPayment): PublicForm => {
  const { at } = event;
  switch (event.type) {
    case 'RefundRequested': {
      const refund = refundIn(state, event.data.refund.refundId);
      const { reason } = refund;
      const data = { ...refundFacts(refund, state), reason, splitRefund: sharesOf(refund), requestedAt: at };
      return { type: 'repasse.refund.requested.v1', data };
    }
    case 'RefundSettled': {
      const { refundId, providerReference, settledAt } = event.data;
      const refund = refundIn(state, refundId);
      const data = { ...refundFacts(refund, state), providerReference, splitRefund: sharesOf(refund), settledAt };
      return { type: 'repasse.refund.settled.v1', data };
    }
    case 'RefundFailed': {
      const { refundId, failure } = event.data;
      const facts = refundFacts(refundIn(state, refundId), state);
      const data = { ...facts, failure: shortened(failure, failureCharactersMax), failedAt: at };
      return { type: 'repasse.refund.failed.v1', data };
    }
    case 'DisputeOpened': {
      const { dispute, openedAt } = event.data;
      const reason = event.data.reason === null ? null : shortened(event.data.reason, reasonCharactersMax);
      const { providerReference } = dispute;
      const data = { ...disputeFacts(dispute.disputeId, state), providerReference, reason, openedAt };
      return { type: 'repasse.dispute.opened.v1', data };
    }
    case 'DisputeWon':
    case 'DisputeLost': {
      const { disputeId, decidedAt } = event.data;
      const type = event.type === 'DisputeWon' ? 'repasse.dispute.won.v1' : 'repasse.dispute.lost.v1';
      return { type, data: { ...disputeFacts(disputeId, state), decidedAt } };
    }
    default:
      return assertNever(event);
  }
};

const refundFacts = ({ refundId, amountMinor, purpose }: Refund, { facts }: KnownPayment) => ({
  ...publicFacts(facts),
  ...{ refundId, amountMinor, purpose },
});

const disputeFacts = (disputeId: string, state: KnownPayment) => {
  const dispute = disputesOf(state).find((each) => each.disputeId === disputeId);
  if (dispute === undefined) throw new Error(`The dispute ${disputeId} was never opened.`);
  return { ...publicFacts(state.facts), disputeId, amountMinor: dispute.amountMinor };
};

const sharesOf = ({ splitRefund }: Refund) =>
  splitRefund === null ? null : splitRefund.map(({ userId, amountMinor }) => ({ userId, amountMinor }));
