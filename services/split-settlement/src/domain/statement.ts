import {
  signedMinor,
  userAccountKinds,
  type Direction,
  type PostingKind,
  type TransactionKind,
  type UserAccountKind,
} from './ledger';

/** An entry as its account's owner reads it. */
export interface StatementEntry {
  readonly entryId: number;
  readonly transactionId: string;
  readonly kind: PostingKind;
  readonly transactionKind: TransactionKind;
  readonly accountKind: UserAccountKind;
  readonly direction: Direction;
  readonly amountMinor: number;
  /** What the account holds after it. */
  readonly balanceAfterMinor: number;
  readonly currency: string;
  readonly chargeId: string | null;
  /** Only of a payment in coins. */
  readonly paymentId: string | null;
  readonly settlementId: string | null;
  /** Only of a withdrawal. */
  readonly withdrawalId: string | null;
  readonly occurredAt: string;
  readonly bookedAt: string;
}

export interface StatementAccount {
  readonly kind: UserAccountKind;
  readonly openingMinor: number;
  readonly creditMinor: number;
  readonly debitMinor: number;
  readonly closingMinor: number;
}

/** What a user's accounts held, what moved them, and what they hold, over whole days. */
export interface Statement {
  readonly userId: number;
  readonly currency: string;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
  readonly accounts: readonly StatementAccount[];
  /** In the order in which they were booked. */
  readonly entries: readonly StatementEntry[];
}

type Period = Pick<Statement, 'userId' | 'currency' | 'from' | 'to'>;

/** Closing balances are what the entries lead to from the opening ones. */
export const makeStatement = (
  period: Period,
  openings: ReadonlyMap<UserAccountKind, number>,
  entries: readonly StatementEntry[],
): Statement => ({
  ...period,
  accounts: userAccountKinds.map((kind) =>
    accountOf(
      kind,
      openings.get(kind) ?? 0,
      entries.filter(({ accountKind }) => accountKind === kind),
    ),
  ),
  entries,
});

const accountOf = (
  kind: UserAccountKind,
  openingMinor: number,
  entries: readonly StatementEntry[],
): StatementAccount => {
  const sumOf = (direction: Direction): number =>
    entries.reduce((sum, entry) => (entry.direction === direction ? sum + entry.amountMinor : sum), 0);
  const [creditMinor, debitMinor] = [sumOf('credit'), sumOf('debit')];
  return { kind, openingMinor, creditMinor, debitMinor, closingMinor: openingMinor + creditMinor - debitMinor };
};

/** Entries whose balance is not what the entries up to them lead to: a line was changed, added or taken out. */
export const misstatedEntries = ({ accounts, entries }: Statement): StatementEntry[] => {
  const held = new Map(accounts.map(({ kind, openingMinor }) => [kind, openingMinor]));
  return entries.filter((entry) => {
    const expectedMinor = (held.get(entry.accountKind) ?? 0) + signedMinor(entry);
    // Going on from what it says, so that one wrong line is named once.
    held.set(entry.accountKind, entry.balanceAfterMinor);
    return entry.balanceAfterMinor !== expectedMinor;
  });
};

/** How two statements of the same days differ, a sentence each. */
export const statementDifferences = (kept: Statement, now: Statement): string[] => {
  const current = new Map(now.entries.map((entry) => [entry.entryId, entry]));
  const before = new Set(kept.entries.map(({ entryId }) => entryId));
  const openings = new Map(now.accounts.map(({ kind, openingMinor }) => [kind, openingMinor]));
  return [
    ...kept.accounts
      .filter(({ kind, openingMinor }) => openings.get(kind) !== openingMinor)
      .map(({ kind }) => `The opening balance of ${kind} on ${kept.from} is not the one of the kept report.`),
    ...kept.entries.flatMap((entry) => {
      const found = current.get(entry.entryId);
      if (found === undefined) return [`Entry ${entry.entryId} of ${kept.from} (${entry.transactionId}) is gone.`];
      return changedFields(entry, found).map(
        (field) =>
          `Entry ${entry.entryId} of ${kept.from} (${entry.transactionId}): ${field} was ${entry[field]} and is ${found[field]}.`,
      );
    }),
    ...now.entries
      .filter(({ entryId }) => !before.has(entryId))
      .map(
        ({ entryId, transactionId }) => `Entry ${entryId} (${transactionId}) came to ${kept.from} after it had closed.`,
      ),
  ];
};

const changedFields = (one: StatementEntry, other: StatementEntry): (keyof StatementEntry)[] =>
  (Object.keys(one) as (keyof StatementEntry)[]).filter((field) => one[field] !== other[field]);
