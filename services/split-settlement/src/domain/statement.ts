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
  /** The balance of the account after it. */
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

export interface StatementPeriod {
  readonly userId: number;
  readonly currency: string;
  /** Days, both included. */
  readonly from: string;
  readonly to: string;
}

/** The balance of each account when a period began. */
export type Openings = Readonly<Record<UserAccountKind, number>>;

/** The opening balances of a user's accounts, and their entries over whole days, of which there may be millions. */
export interface Statement extends StatementPeriod {
  readonly openings: Openings;
  /** In the order in which they were booked, batch by batch; of one account where it is named. Each call begins anew. */
  readonly entries: (account?: UserAccountKind) => AsyncIterable<readonly StatementEntry[]>;
}

export const openingsOf = (held: ReadonlyMap<UserAccountKind, number>): Openings =>
  Object.fromEntries(userAccountKinds.map((kind) => [kind, held.get(kind) ?? 0])) as Openings;

/** Adds up entries as they come. Closing balances are what the entries lead to from the opening ones. */
export const addUpFrom = (openings: Openings) => {
  const sums = { credit: new Map<UserAccountKind, number>(), debit: new Map<UserAccountKind, number>() };
  return {
    add: (entries: readonly StatementEntry[]): void => {
      for (const { direction, accountKind, amountMinor } of entries) {
        sums[direction].set(accountKind, (sums[direction].get(accountKind) ?? 0) + amountMinor);
      }
    },
    account: (kind: UserAccountKind): StatementAccount => {
      const [creditMinor, debitMinor] = [sums.credit.get(kind) ?? 0, sums.debit.get(kind) ?? 0];
      const openingMinor = openings[kind];
      return { kind, openingMinor, creditMinor, debitMinor, closingMinor: openingMinor + creditMinor - debitMinor };
    },
  };
};

/**
 * Finds, in entries as they come, those whose balance is not what the entries up to them lead to: a line was changed,
 * added or taken out.
 */
export const findMisstatedFrom = (openings: Openings): ((entries: readonly StatementEntry[]) => StatementEntry[]) => {
  const held = { ...openings };
  return (entries) =>
    entries.filter((entry) => {
      const expectedMinor = held[entry.accountKind] + signedMinor(entry);
      // Going on from what it says, so that one wrong line is named once.
      held[entry.accountKind] = entry.balanceAfterMinor;
      return entry.balanceAfterMinor !== expectedMinor;
    });
};
