import { makeTransaction, move, signedMinor, type LedgerTransaction } from './ledger';

export interface Debt {
  readonly userId: number;
  readonly currency: string;
  readonly owedMinor: number;
}

/** A transaction that was just made, and the id of the repayment transaction, if one is needed. */
export interface Credited {
  readonly transaction: LedgerTransaction;
  readonly repaymentId: string;
}

/**
 * Money that becomes available to a user with a debt repays it first, so that no user has both. One repayment for each
 * crediting transaction, so that it stands beside it in the user's entries. An amount that the transaction takes from
 * the same account at once, such as a fee, is not available for it.
 */
export const repayDebts = (credited: readonly Credited[], debts: readonly Debt[]): LedgerTransaction[] => {
  const owed = new Map(debts.map((debt) => [keyOf(debt.userId, debt.currency), debt.owedMinor]));
  return credited.flatMap((each) => {
    const postings = gainsOf(each.transaction).flatMap(({ userId, currency, gainedMinor }) => {
      const key = keyOf(userId, currency);
      const repaidMinor = Math.min(owed.get(key) ?? 0, gainedMinor);
      owed.set(key, (owed.get(key) ?? 0) - repaidMinor);
      const accounts = { from: { kind: 'user_available', userId }, to: { kind: 'user_debt', userId } } as const;
      return move('DEBT_REPAYMENT', accounts, repaidMinor, currency);
    });
    return postings.length === 0 ? [] : [repayment(each, postings)];
  });
};

export interface Gain {
  readonly userId: number;
  readonly currency: string;
  /** Above zero. */
  readonly gainedMinor: number;
}

/** By how much the available money of each user grows, in the order in which they first appear. */
export const gainsOf = ({ postings }: LedgerTransaction): Gain[] => {
  const gains = new Map<string, Gain>();
  for (const posting of postings) {
    const { account, currency } = posting;
    if (account.kind !== 'user_available') continue;
    const key = keyOf(account.userId, currency);
    const gainedMinor = (gains.get(key)?.gainedMinor ?? 0) + signedMinor(posting);
    gains.set(key, { userId: account.userId, currency, gainedMinor });
  }
  return [...gains.values()].filter(({ gainedMinor }) => gainedMinor > 0);
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
