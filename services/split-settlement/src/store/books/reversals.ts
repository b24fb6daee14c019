import { type DisputeOutcome } from '../../domain/dispute';
import { type LedgerTransaction } from '../../domain/ledger';
import { type Reversal } from '../../domain/reversal';
import { type Entries } from './entries';
import { type StoredDispute } from './read-books';

/** Refunds of charges and disputes of any payments. */
export interface Reversals {
  /** Whether this refund or dispute is in the books already. */
  readonly has: (reversalId: string) => boolean;
  /** Undefined when it never was opened. */
  readonly dispute: (disputeId: string) => StoredDispute | undefined;
  readonly add: (reversal: Reversal, bookedAt: string) => void;
  readonly decide: (dispute: StoredDispute, outcome: DisputeOutcome, transaction: LedgerTransaction) => void;
  readonly entries: () => Entries;
}

export const openReversals = (ids: readonly string[], read: readonly StoredDispute[]): Reversals => {
  const known = new Set(ids);
  const disputes = new Map(read.map((dispute) => [dispute.disputeId, dispute]));
  const reversals: object[] = [];
  const shares: object[] = [];
  const decisions: object[] = [];
  return {
    has: (reversalId) => known.has(reversalId),
    dispute: (disputeId) => disputes.get(disputeId),
    add: (reversal, bookedAt) => {
      known.add(reversal.reversalId);
      if (reversal.kind === 'DISPUTE') disputes.set(reversal.reversalId, openDispute(reversal));
      reversals.push(reversalRow(reversal, bookedAt));
      shares.push(...shareRows(reversal));
    },
    decide: (dispute, outcome, transaction) => {
      disputes.set(dispute.disputeId, { ...dispute, outcome });
      decisions.push(decisionRow(dispute, outcome, transaction));
    },
    entries: () => ({ new_reversals: reversals, new_reversal_shares: shares, new_decisions: decisions }),
  };
};

const openDispute = (reversal: Reversal): StoredDispute => ({
  disputeId: reversal.reversalId,
  chargeId: reversal.chargeId,
  paymentId: reversal.paymentId,
  settlementId: reversal.settlementId,
  paymentMethod: reversal.paymentMethod,
  currency: reversal.currency,
  outcome: null,
  held: reversal.takings.map(({ userId, amountMinor }) => ({ userId, amountMinor })),
});

const reversalRow = (reversal: Reversal, bookedAt: string): object => ({
  reversal_id: reversal.reversalId,
  kind: reversal.kind,
  charge_id: reversal.chargeId,
  settlement_id: reversal.settlementId,
  payment_id: reversal.paymentId,
  payment_method: reversal.paymentMethod,
  amount_minor: reversal.amountMinor,
  currency: reversal.currency,
  is_listed: reversal.isListed,
  transaction_id: reversal.transactionId,
  occurred_at: reversal.occurredAt,
  booked_at: bookedAt,
});

const shareRows = ({ reversalId, takings }: Reversal): object[] =>
  takings.map((taking) => ({
    reversal_id: reversalId,
    user_id: taking.userId,
    is_owner: taking.isOwner,
    amount_minor: taking.amountMinor,
    from_available_minor: taking.fromAvailableMinor,
    from_pending_minor: taking.fromPendingMinor,
    from_reserve_minor: taking.fromReserveMinor,
    from_debt_minor: taking.fromDebtMinor,
  }));

const decisionRow = (
  { disputeId }: StoredDispute,
  outcome: DisputeOutcome,
  transaction: LedgerTransaction,
): object => ({
  dispute_id: disputeId,
  outcome,
  transaction_id: transaction.transactionId,
  decided_at: transaction.occurredAt,
});
