import { credit, debit, makeTransaction, type LedgerTransaction } from './ledger';

export interface Debt {
  readonly userId: number;
  readonly currency: string;
  readonly owedMinor: number;
}

/** A transaction that was just made, and the id of the one that repays from it where it must. */
export interface Credited {
  readonly transaction: LedgerTransaction;
  readonly repaymentId: string;
}

/**
 * What becomes available to somebody with a debt repays it first, so that nobody ever has both. One repayment for each
 * transaction that brought something, so that it stands beside it in the user's entries.
 */
export const repayDebts = (credited: readonly Credited[], debts: readonly Debt[]): LedgerTransaction[] => {
  const owed = new Map(debts.map((debt) => [keyOf(debt.userId, debt.currency), debt.owedMinor]));
  return credited.flatMap((each) => {
    const postings = each.transaction.postings.flatMap(({ account, direction, amountMinor, currency }) => {
      if (account.kind !== 'user_available' || direction !== 'credit') return [];
      const key = keyOf(account.userId, currency);
      const repaidMinor = Math.min(owed.get(key) ?? 0, amountMinor);
      owed.set(key, (owed.get(key) ?? 0) - repaidMinor);
      return [
        ...debit(account, repaidMinor, currency),
        ...credit({ kind: 'user_debt', userId: account.userId }, repaidMinor, currency),
      ];
    });
    return postings.length === 0 ? [] : [repayment(each, postings)];
  });
};

const repayment = ({ transaction, repaymentId }: Credited, postings: LedgerTransaction['postings']) =>
  makeTransaction({
    transactionId: repaymentId,
    kind: 'DEBT_REPAID',
    chargeId: transaction.chargeId,
    settlementId: transaction.settlementId,
    occurredAt: transaction.occurredAt,
    postings,
  });

const keyOf = (userId: number, currency: string): string => `${userId} ${currency}`;
