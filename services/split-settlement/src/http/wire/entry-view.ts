import { amountCell, momentCell, type CsvColumns, type CsvStyle, type CsvValue } from '@repasse/values/csv';
import { formatAmount } from '@repasse/values/money';
import { signedMinor, type UserAccountKind } from '../../domain/ledger';
import { type StatementEntry } from '../../domain/statement';
import { type EntryDetails, type EntryDetailsOf } from '../../store/read-entry-details';
import { counterpartyOf } from './counterparty';
import { accountTexts, kindTexts, transactionTexts } from './entry-texts';

/** The kind of account, as a user sees it: it is always their own. */
export const accountNames = {
  user_pending: 'PENDING',
  user_available: 'AVAILABLE',
  user_reserve: 'RESERVE',
  user_debt: 'DEBT',
  dispute_held: 'HELD',
  surplus_held: 'SURPLUS',
  withdrawal_held: 'WITHDRAWING',
  share_held: 'SHARES',
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

/** An entry as a row of a report, with what it is about. */
export interface EntryRow {
  readonly entry: StatementEntry;
  readonly details: EntryDetails | undefined;
}

/** The same as a row of CSV, with a signed amount to add up. */
export const entryColumns: CsvColumns<EntryRow> = {
  id: ({ entry }) => entry.entryId,
  bookedAt: ({ entry }) => momentCell(entry.bookedAt),
  occurredAt: ({ entry }) => momentCell(entry.occurredAt),
  account: ({ entry }) => accountCell(entry.accountKind),
  kind: ({ entry }) => ({ word: entry.kind, pt: kindTexts[entry.kind] }),
  transactionKind: ({ entry }) => ({ word: entry.transactionKind, pt: transactionTexts[entry.transactionKind] }),
  amount: ({ entry }) => amountCell(text(signedMinor(entry), entry)),
  balanceAfter: ({ entry }) => amountCell(text(entry.balanceAfterMinor, entry)),
  currency: ({ entry }) => entry.currency,
  chargeId: ({ entry }) => entry.chargeId,
  paymentId: ({ entry }) => entry.paymentId,
  settlementId: ({ entry }) => entry.settlementId,
  withdrawalId: ({ entry }) => entry.withdrawalId,
  transactionId: ({ entry }) => entry.transactionId,
  externalReference: ({ details }) => details?.externalReference ?? null,
  description: ({ details }) => details?.description ?? null,
  counterparty: ({ entry, details }) => counterpartyOf(entry, details),
  endToEndId: ({ details }) => details?.endToEndId ?? null,
};

export const accountCell = (kind: UserAccountKind): CsvValue => ({ word: accountNames[kind], pt: accountTexts[kind] });

/** Of what is written of a user's entries: the style of the file, and what its entries are about. */
export interface EntryWriting {
  readonly style: CsvStyle;
  readonly detailsOf: EntryDetailsOf;
}

export const entryRowsOf = async (
  entries: readonly StatementEntry[],
  detailsOf: EntryDetailsOf,
): Promise<readonly EntryRow[]> => {
  const details = await detailsOf(entries);
  return entries.map((entry) => ({ entry, details: details.get(entry.entryId) }));
};

const text = (amountMinor: number, { currency }: StatementEntry): string => formatAmount(amountMinor, currency);
