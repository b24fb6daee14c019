import { assertNever } from '@repasse/chassis/decider';
import { type WithdrawalEvent } from '../../domain/withdrawal-events';
import { type StoredWithdrawal } from '../withdrawals';
import { type Entries } from './entries';

/** Money on its way out. */
export interface Withdrawals {
  /** Undefined when it was not requested. */
  readonly find: (withdrawalId: string) => StoredWithdrawal | undefined;
  /** Keeps the invoice number from the gateway; a repeat changes nothing. */
  readonly number: (withdrawal: StoredWithdrawal, invoiceId: number, at: string) => void;
  /** Keeps the status after an event, and the event's transaction; null for one that moves nothing. */
  readonly add: (event: WithdrawalEvent, transactionId: string | null) => void;
  readonly entries: () => Entries;
}

export const openWithdrawals = (read: readonly StoredWithdrawal[]): Withdrawals => {
  const known = new Map(read.map((withdrawal) => [withdrawal.withdrawalId, withdrawal]));
  const added = new Set<string>();
  const changed = new Set<string>();
  const transactions: object[] = [];

  const change = (withdrawal: StoredWithdrawal): void => {
    known.set(withdrawal.withdrawalId, withdrawal);
    if (!added.has(withdrawal.withdrawalId)) changed.add(withdrawal.withdrawalId);
  };
  const rowsOf = (ids: ReadonlySet<string>): object[] =>
    [...ids].flatMap((id) => known.get(id) ?? []).map(withdrawalRow);
  return {
    find: (withdrawalId) => known.get(withdrawalId),
    number: (withdrawal, invoiceId, at) => {
      if (withdrawal.invoiceId === null) change({ ...withdrawal, invoiceId, updatedAt: at });
    },
    add: (event, transactionId) => {
      const { withdrawalId } = event.data.terms;
      const before = known.get(withdrawalId);
      if (before === undefined) added.add(withdrawalId);
      change(standingAfter(event, before));
      if (transactionId !== null) transactions.push(transactionRow(event, transactionId));
    },
    entries: () => ({
      new_withdrawals: rowsOf(added),
      withdrawal_standings: rowsOf(changed),
      new_withdrawal_transactions: transactions,
    }),
  };
};

const standingAfter = ({ type, data }: WithdrawalEvent, known: StoredWithdrawal | undefined): StoredWithdrawal => {
  const { terms, at } = data;
  const before = known ?? { ...unmade, createdAt: at };
  const common = { ...before, ...terms, updatedAt: at };
  switch (type) {
    case 'WithdrawalProposed':
      return { ...common, status: 'awaiting_release', releaseUntil: data.releaseUntil };
    case 'WithdrawalRequested':
      return { ...common, status: 'pending', decidedBy: data.releasedBy ?? null };
    case 'WithdrawalCanceled':
      return { ...common, status: 'canceled', cancelReason: data.reason, decidedBy: data.canceledBy };
    case 'WithdrawalPaid':
      return { ...common, status: 'paid', endToEndId: data.endToEndId, transactionHash: data.transactionHash };
    case 'WithdrawalFailed':
      return { ...common, status: 'failed', failure: data.failure };
    case 'WithdrawalReturned': {
      const { returnedTotalMinor: returnedMinor } = data;
      return { ...common, status: returnedMinor === terms.payoutMinor ? 'returned' : 'paid', returnedMinor };
    }
    default:
      return assertNever(type);
  }
};

const unmade = {
  ...{ failure: null, invoiceId: null, decidedBy: null, releaseUntil: null, cancelReason: null, endToEndId: null },
  ...{ returnedMinor: 0, transactionHash: null },
};

const transactionRow = ({ type, data }: WithdrawalEvent, transactionId: string): object => ({
  transaction_id: transactionId,
  withdrawal_id: data.terms.withdrawalId,
  is_end: type !== 'WithdrawalRequested' && type !== 'WithdrawalProposed',
  return_reference: type === 'WithdrawalReturned' ? data.returnReference : null,
});

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
  rail: withdrawal.rail,
  destination_id: withdrawal.destinationId,
  payout_minor: withdrawal.payoutMinor,
  fee_minor: withdrawal.feeMinor,
  fee_user_id: withdrawal.feeUserId,
  manager_user_id: withdrawal.managerUserId,
  batch_id: withdrawal.batchId,
  requested_by: withdrawal.requestedBy,
  decided_by: withdrawal.decidedBy,
  release_until: withdrawal.releaseUntil,
  cancel_reason: withdrawal.cancelReason,
  end_to_end_id: withdrawal.endToEndId,
  transaction_hash: withdrawal.transactionHash,
  returned_minor: withdrawal.returnedMinor,
  created_at: withdrawal.createdAt,
  updated_at: withdrawal.updatedAt,
});
