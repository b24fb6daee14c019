import { type PaymentMethod } from '@repasse/contracts';
import { type Contribution } from './divide-reversal';
import { credit, makeTransaction, type LedgerTransaction } from './ledger';
import { disputeOrder, refundOrder, takeBack, takingPostings, type Holding, type Taking } from './take-back';

/** A refund of a charge, or a dispute of any payment: money that goes back to the payer, or may have to. */
export interface ReversalFacts {
  /** The refund's or the dispute's id. */
  readonly reversalId: string;
  readonly kind: 'REFUND' | 'DISPUTE';
  readonly transactionId: string;
  /** Null of a surplus that is disputed. */
  readonly chargeId: string | null;
  readonly settlementId: string | null;
  readonly paymentId: string;
  readonly paymentMethod: PaymentMethod;
  readonly amountMinor: number;
  readonly currency: string;
  /** Whether the request named the givers. */
  readonly isListed: boolean;
  readonly occurredAt: string;
}

export interface Reversal extends ReversalFacts {
  readonly takings: readonly Taking[];
  readonly transaction: LedgerTransaction;
}

/**
 * Takes back the due amount from each user. A refund goes to the provider, who has paid it out; a disputed amount is
 * held, user by user, until the decision.
 */
export const reverse = (
  facts: ReversalFacts,
  contributions: readonly Contribution[],
  holdings: ReadonlyMap<number, Holding>,
): Reversal => {
  const order = facts.kind === 'REFUND' ? refundOrder : disputeOrder;
  const takings = contributions.map((contribution) => takeBack(contribution, holdings.get(contribution.userId), order));
  return { ...facts, takings, transaction: transactionOf(facts, takings) };
};

const transactionOf = (facts: ReversalFacts, takings: readonly Taking[]): LedgerTransaction => {
  const { transactionId, chargeId, settlementId, occurredAt, currency } = facts;
  const clearing = { kind: 'provider_clearing', paymentMethod: facts.paymentMethod } as const;
  const kind = facts.kind === 'REFUND' ? 'REFUND' : 'DISPUTE_HOLD';
  const postings =
    facts.kind === 'REFUND'
      ? credit(kind, clearing, facts.amountMinor, currency)
      : takings.flatMap(({ userId, amountMinor }) =>
          credit(kind, { kind: 'dispute_held', userId }, amountMinor, currency),
        );
  return makeTransaction({
    transactionId,
    kind: facts.kind === 'REFUND' ? 'SPLIT_REVERSED' : 'DISPUTE_OPENED',
    chargeId,
    settlementId,
    occurredAt,
    postings: [...takingPostings(kind, takings, currency), ...postings],
  });
};
