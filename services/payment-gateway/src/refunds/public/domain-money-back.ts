import { type AnyEvent, type EventData, type EventOfType } from '@repasse/contracts';
import { assertNever, isRejection } from '@repasse/chassis/decider';
import { type Backward } from '@repasse/chassis/restore/rebuild-streams';
import { sumMinor } from '@repasse/values/money';
import { methodRows } from '../../payments/domain/methods';
import { type PaymentState, receiptsOf, refundsOf } from '../../payments/domain/payment';
import { payment } from '../../payments/domain/payment.decide';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { type Refund, type RefundFacts } from '../domain/refund';
import { requestedRefund } from '../domain/requested-refund';

export type MoneyBackEvent = Extract<AnyEvent, { type: `repasse.${'refund' | 'dispute'}.${string}` }>;

const coinsLost = 'the address that coins of a refund go back to: ask the merchant for it';

/** The opposite of public-money-back.ts: see payments/public/domain-events.ts. */
export const toDomainMoneyBack = (event: MoneyBackEvent, before: PaymentState): Backward<PaymentEvent> => {
  const { time: at } = event;
  switch (event.type) {
    case 'repasse.refund.requested.v1': {
      const { isInCoins } = methodRows[event.data.paymentMethod];
      return { events: requested(event, before), ...(isInCoins ? { lost: [coinsLost] } : {}) };
    }
    case 'repasse.refund.settled.v1':
      return { events: settled(event.data, at, before) };
    case 'repasse.refund.failed.v1': {
      const { refundId, failure } = event.data;
      return { events: pendingParts(refundId, before).map((part) => failed(part, failure, at)) };
    }
    case 'repasse.dispute.opened.v1': {
      const { disputeId, providerReference, amountMinor, reason, openedAt, respondBy } = event.data;
      const dispute = { disputeId, providerReference, amountMinor, ...(respondBy !== undefined && { respondBy }) };
      const data = { dispute, reason, openedAt };
      return { events: [{ type: 'DisputeOpened', at, data }], lost: ['which receipt a dispute is about'] };
    }
    case 'repasse.dispute.won.v1':
    case 'repasse.dispute.lost.v1': {
      const { disputeId, decidedAt } = event.data;
      const type = event.type === 'repasse.dispute.won.v1' ? 'DisputeWon' : 'DisputeLost';
      return { events: [{ type, at, data: { disputeId, decidedAt } }] };
    }
    case 'repasse.dispute.evidence_added.v1': {
      const { disputeId, evidenceId, sha256 } = event.data;
      return { events: [{ type: 'DisputeEvidenceAdded', at, data: { disputeId, evidenceId, sha256 } }] };
    }
    case 'repasse.dispute.evidence_removed.v1': {
      const { disputeId, evidenceId } = event.data;
      return { events: [{ type: 'DisputeEvidenceRemoved', at, data: { disputeId, evidenceId } }] };
    }
    case 'repasse.dispute.answered.v1': {
      const { disputeId, decision } = event.data;
      const answered: PaymentEvent = { type: 'DisputeAnswered', at, data: { disputeId, decision } };
      return { events: [answered], lost: ['the text of an answer to a dispute: ask the merchant for it'] };
    }
    default:
      return assertNever(event);
  }
};

/** Decided anew on the same state, so that a refund over several receipts has the same parts. */
const requested = (
  event: EventOfType<'repasse.refund.requested.v1'>,
  before: PaymentState,
): readonly PaymentEvent[] => {
  const { receiptReference, paymentMethod } = event.data;
  const { refundId, purpose, amountMinor, reason, requestedBy, splitRefund } = event.data;
  const asked = { refundId, purpose, amountMinor, reason, requestedBy, splitRefund };
  const receipt = receiptsOf(before).find(({ providerReference }) => providerReference === receiptReference);
  const isOneReceipt = receipt !== undefined && receipt.amountMinor >= amountMinor;
  const decided = methodRows[paymentMethod].isInCoins
    ? []
    : payment.decide(
        {
          type: 'RequestRefund',
          data: { ...asked, receiptReference: isOneReceipt ? receipt.providerReference : null, now: event.time },
        },
        before,
      );
  const events = isRejection(decided) ? [] : decided.filter(({ type }) => type === 'RefundRequested');
  return events.length > 0 ? events : [requestedAsTold(asked, receiptReference ?? '', event.time)];
};

const requestedAsTold = (
  asked: Pick<RefundFacts, 'refundId' | 'purpose' | 'amountMinor' | 'reason' | 'requestedBy' | 'splitRefund'>,
  receiptReference: string,
  at: string,
): PaymentEvent => ({
  type: 'RefundRequested',
  at,
  data: { refund: { ...asked, receiptReference, targetAmountMinor: null } },
});

/** Where less went back than was asked for, the parts that fit the sum have succeeded; only they are told of. */
const settled = (
  { refundId, amountMinor, providerReference, settledAt }: EventData['repasse.refund.settled.v1'],
  at: string,
  before: PaymentState,
): readonly PaymentEvent[] => {
  const parts = pendingParts(refundId, before);
  const known = requestedRefund(refundsOf(before), refundId)?.parts ?? [];
  const knownMinor = sumMinor(known.filter(({ status }) => status === 'succeeded').map(amountOf));
  const succeeded = adding(parts, amountMinor - knownMinor) ?? parts;
  return [
    ...parts.filter((part) => !succeeded.includes(part)).map((part) => failed(part, '', at)),
    ...succeeded.map((part): PaymentEvent => ({
      type: 'RefundSettled',
      at,
      data: { refundId: part.refundId, providerReference, settledAt },
    })),
  ];
};

/** The parts, first ones before others, that add up to an amount. */
const adding = (parts: readonly Refund[], amountMinor: number): readonly Refund[] | undefined => {
  if (amountMinor === 0) return [];
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const withFirst = first.amountMinor <= amountMinor ? adding(rest, amountMinor - first.amountMinor) : undefined;
  return withFirst === undefined ? adding(rest, amountMinor) : [first, ...withFirst];
};

const failed = ({ refundId }: Refund, failure: string, at: string): PaymentEvent => ({
  type: 'RefundFailed',
  at,
  data: { refundId, failure },
});

const pendingParts = (refundId: string, before: PaymentState): readonly Refund[] =>
  (requestedRefund(refundsOf(before), refundId)?.parts ?? []).filter(({ status }) => status === 'pending');

const amountOf = ({ amountMinor }: Refund): number => amountMinor;
