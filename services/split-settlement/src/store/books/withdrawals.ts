import { assertNever } from '@repasse/chassis/decider';
import { type WithdrawalEvent } from '../../domain/withdrawal';
import { type StoredWithdrawal } from '../withdrawals';
import { type Entries } from './entries';

/** Money on its way out. */
export interface Withdrawals {
  /** Undefined when it was not requested. */
  readonly find: (withdrawalId: string) => StoredWithdrawal | undefined;
  /** Keeps the invoice number from the gateway; a repeat changes nothing. */
  readonly number: (withdrawal: StoredWithdrawal, invoiceId: number, at: string) => void;
  /** Keeps the status after an event, and the event's transaction. */
  readonly add: (event: WithdrawalEvent, transactionId: string) => void;
  readonly entries: () => Entries;
}

export const openWithdrawals = (read: readonly StoredWithdrawal[]): Withdrawals => {
  const known = new Map(read.map((withdrawal) => [withdrawal.withdrawalId, withdrawal]));
  const added: object[] = [];
  const changed = new Set<string>();
  const transactions: object[] = [];

  const change = (withdrawal: StoredWithdrawal): void => {
    known.set(withdrawal.withdrawalId, withdrawal);
    changed.add(withdrawal.withdrawalId);
  };
  return {
    find: (withdrawalId) => known.get(withdrawalId),
    number: (withdrawal, invoiceId, at) => {
      if (withdrawal.invoiceId === null) change({ ...withdrawal, invoiceId, updatedAt: at });
    },
    add: (event, transactionId) => {
      const { withdrawalId } = event.data.terms;
      const after = standingAfter(event, known.get(withdrawalId));
      if (known.has(withdrawalId)) change(after);
      else {
        known.set(withdrawalId, after);
        added.push(withdrawalRow(after));
      }
      const isEnd = event.type !== 'WithdrawalRequested';
      transactions.push({ transaction_id: transactionId, withdrawal_id: withdrawalId, is_end: isEnd });
    },
    entries: () => ({
      new_withdrawals: added,
      withdrawal_standings: [...changed].flatMap((id) => known.get(id) ?? []).map(withdrawalRow),
      new_withdrawal_transactions: transactions,
    }),
  };
};

const standingAfter = ({ type, data }: WithdrawalEvent, known: StoredWithdrawal | undefined): StoredWithdrawal => {
  const { terms, at } = data;
  const { invoiceId = null, createdAt = at } = known ?? {};
  const common = { ...terms, failure: null, invoiceId, createdAt, updatedAt: at };
  switch (type) {
    case 'WithdrawalRequested':
      return { ...common, status: 'pending' };
    case 'WithdrawalPaid':
      return { ...common, status: 'paid' };
    case 'WithdrawalFailed':
      return { ...common, status: 'failed', failure: data.failure };
    default:
      return assertNever(type);
  }
};

const withdrawalRow = (withdrawal: StoredWithdrawal): object => ({
  withdrawal_id: withdrawal.withdrawalId,
  user_id: withdrawal.userId,
  amount_minor: withdrawal.amountMinor,
  currency: withdrawal.currency,
  pay_currency: withdrawal.payCurrency,
  pay_address: withdrawal.payAddress,
  memo: withdrawal.memo,
  external_reference: withdrawal.externalReference,
  status: withdrawal.status,
  failure: withdrawal.failure,
  invoice_id: withdrawal.invoiceId,
  created_at: withdrawal.createdAt,
  updated_at: withdrawal.updatedAt,
});
