import { formatAmount } from '@repasse/chassis/money';
import { signedMinor, type UserAccountKind } from '../../domain/ledger';
import { type StatementEntry } from '../../domain/statement';
import { type CsvColumns } from './csv';

/** The kind of account, as a user sees it: it is always their own. */
export const accountNames = {
  user_pending: 'PENDING',
  user_available: 'AVAILABLE',
  user_reserve: 'RESERVE',
  user_debt: 'DEBT',
  dispute_held: 'HELD',
  surplus_held: 'SURPLUS',
  withdrawal_held: 'WITHDRAWING',
} as const satisfies Readonly<Record<UserAccountKind, string>>;

export type AccountName = (typeof accountNames)[UserAccountKind];

/** Undefined when no account is named. */
export const accountKindOf = (name: AccountName | undefined): UserAccountKind | undefined =>
  (Object.keys(accountNames) as UserAccountKind[]).find((kind) => accountNames[kind] === name);

export const entryView = (entry: StatementEntry) => ({
  id: String(entry.entryId),
  transactionId: entry.transactionId,
  kind: entry.kind,
  transactionKind: entry.transactionKind,
  account: accountNames[entry.accountKind],
  direction: entry.direction === 'credit' ? 'CREDIT' : 'DEBIT',
  amount: text(entry.amountMinor, entry),
  balanceAfter: text(entry.balanceAfterMinor, entry),
  currency: entry.currency,
  chargeId: entry.chargeId,
  paymentId: entry.paymentId,
  settlementId: entry.settlementId,
  withdrawalId: entry.withdrawalId,
  occurredAt: entry.occurredAt,
  bookedAt: entry.bookedAt,
});

/** The same as a row of CSV, with a signed amount to add up. */
export const entryColumns: CsvColumns<StatementEntry> = {
  id: ({ entryId }) => entryId,
  bookedAt: ({ bookedAt }) => bookedAt,
  occurredAt: ({ occurredAt }) => occurredAt,
  account: ({ accountKind }) => accountNames[accountKind],
  kind: ({ kind }) => kind,
  transactionKind: ({ transactionKind }) => transactionKind,
  amount: (entry) => text(signedMinor(entry), entry),
  balanceAfter: (entry) => text(entry.balanceAfterMinor, entry),
  currency: ({ currency }) => currency,
  chargeId: ({ chargeId }) => chargeId,
  paymentId: ({ paymentId }) => paymentId,
  settlementId: ({ settlementId }) => settlementId,
  withdrawalId: ({ withdrawalId }) => withdrawalId,
  transactionId: ({ transactionId }) => transactionId,
};

const text = (amountMinor: number, { currency }: StatementEntry): string => formatAmount(amountMinor, currency);
