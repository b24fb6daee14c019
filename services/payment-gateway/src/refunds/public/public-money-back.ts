import { assertNever } from '@repasse/chassis/decider';
import { type PublicForm } from '@repasse/chassis/outbox/outbox';
import { type KnownPayment, refundIn, refundsOf } from '../../payments/domain/payment';
import { disputeFacts, toPublicDefence } from '../../disputes/public/public-defence';
import { type PaymentEvent } from '../../payments/domain/payment-events';
import { publicFacts, publicReference, shortened } from '../../payments/public/public-facts';
import { type Refund, type RefundFacts } from '../domain/refund';
import { requestedRefund, wholeIdOf } from '../domain/requested-refund';

type MoneyBack = Extract<PaymentEvent, { type: `Refund${'Requested' | 'Settled' | 'Failed'}` | `Dispute${string}` }>;

/** The contract's limit for a provider's text. */
const failureCharactersMax = 500;
const reasonCharactersMax = 200;

/**
 * The public form of refunds and disputes. Their amount is the one that goes back, not the payment's. A refund over
 * several receipts is one refund to others: it is requested with its first part and ends with its last.
 */
export const toPublicMoneyBack = (event: MoneyBack, state: KnownPayment): PublicForm | null => {
  switch (event.type) {
    case 'RefundRequested':
      return refundRequested(event.data.refund, state, event.at);
    case 'RefundSettled':
    case 'RefundFailed':
      return refundEnded(refundIn(state, event.data.refundId), state);
    case 'DisputeOpened': {
      const { dispute, openedAt } = event.data;
      const reason = event.data.reason === null ? null : shortened(event.data.reason, reasonCharactersMax);
      const providerReference = publicReference(dispute.providerReference);
      const { respondBy } = dispute;
      const told = { providerReference, reason, openedAt, ...(respondBy !== undefined && { respondBy }) };
      return { type: 'repasse.dispute.opened.v1', data: { ...disputeFacts(dispute.disputeId, state), ...told } };
    }
    case 'DisputeWon':
    case 'DisputeLost': {
      const { disputeId, decidedAt } = event.data;
      const type = event.type === 'DisputeWon' ? 'repasse.dispute.won.v1' : 'repasse.dispute.lost.v1';
      return { type, data: { ...disputeFacts(disputeId, state), decidedAt } };
    }
    case 'DisputeEvidenceAdded':
    case 'DisputeEvidenceRemoved':
    case 'DisputeAnswered':
      return toPublicDefence(event, state);
    default:
      return assertNever(event);
  }
};

const refundRequested = (part: RefundFacts, state: KnownPayment, requestedAt: string): PublicForm | null => {
  if (part.refundId !== wholeIdOf(part)) return null;
  const { reason, requestedBy, splitRefund, whole } = part;
  const refund = { ...part, amountMinor: whole?.amountMinor ?? part.amountMinor };
  // A refund that could not be made names no receipt.
  const receipt = part.receiptReference === '' ? {} : { receiptReference: publicReference(part.receiptReference) };
  const by = requestedBy === undefined ? {} : { requestedBy };
  const asked = { reason, splitRefund: sharesOf(splitRefund), requestedAt, ...by };
  const data = { ...refundFacts(refund, state), ...asked, ...receipt };
  return { type: 'repasse.refund.requested.v1', data };
};

const refundEnded = (part: Refund, state: KnownPayment): PublicForm | null => {
  const refund = requestedRefund(refundsOf(state), wholeIdOf(part));
  if (refund === undefined) throw new Error(`Refund ${part.refundId} must be there and was never requested.`);
  const { standing } = refund;
  switch (standing.status) {
    case 'pending':
      return null;
    case 'succeeded': {
      const { settledAt } = standing;
      const data = {
        ...refundFacts(refund, state),
        providerReference: publicReference(standing.providerReference),
        splitRefund: sharesOf(refund.splitRefund),
        settledAt,
      };
      return { type: 'repasse.refund.settled.v1', data };
    }
    case 'failed': {
      const failure = shortened(standing.failure, failureCharactersMax);
      const data = { ...refundFacts(refund, state), failure, failedAt: standing.failedAt };
      return { type: 'repasse.refund.failed.v1', data };
    }
    default:
      return assertNever(standing);
  }
};

type Amounts = Pick<RefundFacts, 'refundId' | 'amountMinor' | 'purpose'>;

const refundFacts = ({ refundId, amountMinor, purpose }: Amounts, { facts }: KnownPayment) => ({
  ...publicFacts(facts),
  ...{ refundId, amountMinor, purpose },
});

const sharesOf = (splitRefund: RefundFacts['splitRefund']) =>
  splitRefund === null ? null : splitRefund.map(({ userId, amountMinor }) => ({ userId, amountMinor }));
