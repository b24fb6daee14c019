import { sumMinor } from '@repasse/values/money';
import { type ReversedShare, type StoredReversal, type StoredSurplus } from '../store/read-reversals';
import { type AmountText } from './wire/amount-text';

/** Refunds, disputes and surpluses: the part of a settlement that came after it was booked. */
export const afterwardsView = (
  reversals: readonly StoredReversal[],
  surpluses: readonly StoredSurplus[],
  text: AmountText,
): object => {
  const refunds = reversals.filter(({ kind }) => kind === 'REFUND');
  return {
    refundedAmount: text(sumMinor(refunds.map(({ amountMinor }) => amountMinor))),
    refunds: refunds.map((refund) => refundView(refund, text)),
    disputes: reversals.filter(({ kind }) => kind === 'DISPUTE').map((dispute) => disputeView(dispute, text)),
    surpluses: surpluses.map((surplus) => surplusView(surplus, text)),
  };
};

const refundView = (refund: StoredReversal, text: AmountText): object => ({
  refundId: refund.reversalId,
  paymentId: refund.paymentId,
  amount: text(refund.amountMinor),
  refundedAt: refund.occurredAt,
  shares: refund.shares.map((share) => takenView(share, text)),
  reason: refund.isListed
    ? 'The request for the refund said who gives how much; the part that others cannot give is the owner’s.'
    : 'Each gives in proportion to what they got; the owner also gives the fees, which are not given back.',
});

const disputeView = (dispute: StoredReversal, text: AmountText): object => ({
  disputeId: dispute.reversalId,
  paymentId: dispute.paymentId,
  amount: text(dispute.amountMinor),
  status: dispute.outcome ?? 'OPEN',
  openedAt: dispute.occurredAt,
  decidedAt: dispute.decidedAt,
  shares: dispute.shares.map((share) => takenView(share, text)),
  reason:
    'It is held of each in proportion to what they got: from the reserve of this charge first, then from its pending ' +
    'money, then from what is available, and then from what is pending of other charges.',
});

const surplusView = (surplus: StoredSurplus, text: AmountText): object => ({
  paymentId: surplus.paymentId,
  providerReference: surplus.providerReference,
  amount: text(surplus.amountMinor),
  held: text(surplus.heldMinor),
  refunded: text(surplus.refundedMinor),
  statusReason: surplus.statusReason,
  status: surplus.status,
  receivedAt: surplus.receivedAt,
});

/** How much each user gives, and from which accounts. */
export const takenView = (share: ReversedShare, text: AmountText): object => ({
  userId: share.userId,
  isOwner: share.isOwner,
  amount: text(share.amountMinor),
  fromAvailable: text(share.fromAvailableMinor),
  fromPending: text(share.fromPendingMinor),
  fromReserve: text(share.fromReserveMinor),
  fromDebt: text(share.fromDebtMinor),
});
