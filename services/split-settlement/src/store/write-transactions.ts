import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { repayDebts, type Debt } from '../domain/debt';
import { accountIdOf, type LedgerTransaction } from '../domain/ledger';

export interface BookedTransaction {
  readonly transaction: LedgerTransaction;
  readonly bookedAt: string;
}

/** Waits for the ledger's lock and holds it to the commit: what is read after it stays true until then. */
export const lockLedger = async (tx: Tx): Promise<void> => {
  await tx.query('select lock_ledger()');
};

/**
 * Writes the transactions and moves the balances by them, in one call however many they are. Whoever has a debt and
 * money that became available repays from it, in a second call that only they cause.
 */
export const writeTransactions = async (tx: Tx, booked: readonly BookedTransaction[], ids: Ids): Promise<void> => {
  const debts = await write(tx, booked);
  if (debts.length === 0) return;
  const bookedAt = booked[0]?.bookedAt ?? '';
  const credited = booked.map(({ transaction }) => ({ transaction, repaymentId: `txn_${ids.ulid()}` }));
  const repayments = repayDebts(credited, debts);
  await write(
    tx,
    repayments.map((transaction) => ({ transaction, bookedAt })),
  );
};

interface DebtRow {
  readonly account_id: string;
  readonly currency: string;
  readonly balance_minor: number;
}

/** Answers the debts of those to whom money became available. */
const write = async (tx: Tx, booked: readonly BookedTransaction[]): Promise<Debt[]> => {
  const debtors = debtorsOf(booked);
  const rows = await tx.query<DebtRow>('select * from write_transactions($1::jsonb, $2::jsonb, $3::text[])', [
    JSON.stringify(booked.map(transactionRow)),
    JSON.stringify(booked.flatMap(postingRows)),
    [...debtors.keys()],
  ]);
  return rows.flatMap(({ account_id, currency, balance_minor }) => {
    const userId = debtors.get(account_id);
    return userId === undefined ? [] : [{ userId, currency, owedMinor: -balance_minor }];
  });
};

/** The debt accounts of everybody whose available money grows, with their users. A repayment itself looks at none. */
const debtorsOf = (booked: readonly BookedTransaction[]): Map<string, number> => {
  const debtors = new Map<string, number>();
  for (const { account, direction } of booked.flatMap(({ transaction }) => transaction.postings)) {
    if (account.kind !== 'user_available' || direction !== 'credit') continue;
    debtors.set(accountIdOf({ kind: 'user_debt', userId: account.userId }), account.userId);
  }
  return debtors;
};

const transactionRow = ({ transaction, bookedAt }: BookedTransaction): object => ({
  transactionId: transaction.transactionId,
  kind: transaction.kind,
  chargeId: transaction.chargeId,
  settlementId: transaction.settlementId,
  occurredAt: transaction.occurredAt,
  bookedAt,
});

const postingRows = ({ transaction, bookedAt }: BookedTransaction): object[] =>
  transaction.postings.map(({ account, direction, amountMinor, currency }, index) => ({
    transactionId: transaction.transactionId,
    line: index + 1,
    accountId: accountIdOf(account),
    kind: account.kind,
    paymentMethod: 'paymentMethod' in account ? account.paymentMethod : null,
    userId: 'userId' in account ? account.userId : null,
    direction,
    amountMinor,
    currency,
    bookedAt,
  }));
