import { type Tx } from '@repasse/chassis/postgres/database';
import { accountIdOf, type LedgerTransaction } from '../domain/ledger';

export interface BookedTransaction {
  readonly transaction: LedgerTransaction;
  readonly bookedAt: string;
}

/** Writes the transactions and moves the balances by them, in one call however many they are. */
export const writeTransactions = async (tx: Tx, booked: readonly BookedTransaction[]): Promise<void> => {
  await tx.query('select write_transactions($1::jsonb, $2::jsonb)', [
    JSON.stringify(booked.map(transactionRow)),
    JSON.stringify(booked.flatMap(postingRows)),
  ]);
};

const transactionRow = ({ transaction, bookedAt }: BookedTransaction): object => ({
  transactionId: transaction.transactionId,
  kind: transaction.kind,
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
