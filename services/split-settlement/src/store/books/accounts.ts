import { type Ids } from '@repasse/chassis/ids';
import { gainsOf, repayDebts } from '../../domain/debt';
import { accountIdOf, signedMinor, type Account, type LedgerTransaction, type Posting } from '../../domain/ledger';
import { type Entries } from './entries';
import { type StoredBalance } from './read-books';

/** The balances and debts of users, moved by every transaction. */
export interface Accounts {
  /** Whatever is posted from now on is booked from this event. */
  readonly bookFrom: (event: EventRecord) => void;
  readonly availableMinor: (userId: number, currency: string) => number;
  /** As a positive amount. */
  readonly debtMinor: (userId: number, currency: string) => number;
  /**
   * Posts a transaction. When it makes money available to a user with a debt, a repayment transaction follows at once.
   * It is dated `bookedAt`, or like the entry before it where that is later: clocks differ between processes, and the
   * entries of an account stand in the order of their dates.
   */
  readonly post: (transaction: LedgerTransaction, bookedAt: string) => void;
  readonly entries: () => Entries;
}

/** An event as it is remembered beside what was booked from it. */
export interface EventRecord {
  readonly eventId: string;
  readonly type: string;
  readonly subject: string;
  readonly sha256: string;
  readonly isDivided: boolean;
  readonly currency: string;
  /** By party, in minor units; credits are positive. */
  readonly effects: Readonly<Record<string, number>>;
  readonly time: string;
}

export interface AccountsRead {
  readonly balances: readonly StoredBalance[];
  /** When the last entry was booked, or a day closed after it ended; null before the first. */
  readonly bookedUntil: string | null;
}

export const openAccounts = ({ balances, bookedUntil }: AccountsRead, users: readonly number[], ids: Ids): Accounts => {
  const known = new Set([...users, ...balances.map(({ userId }) => userId)]);
  const held = new Map(
    balances.map(({ userId, kind, currency, balanceMinor }) => [keyOf({ kind, userId }, currency), balanceMinor]),
  );
  const opened = new Map<string, object>();
  const transactions: object[] = [];
  const postings: object[] = [];
  let lastBookedAt = bookedUntil;
  const booked: BookedEvent[] = [];

  const heldIn = (kind: StoredBalance['kind'], userId: number, currency: string): number => {
    if (!known.has(userId)) throw new Error(`The balance of user ${userId} was not read.`);
    return held.get(keyOf({ kind, userId }, currency)) ?? 0;
  };
  const debtMinor = (userId: number, currency: string): number => Math.abs(heldIn('user_debt', userId, currency));

  const write = (transaction: LedgerTransaction, bookedAt: string): void => {
    const event = booked.at(-1);
    transactions.push(transactionRow(transaction, event?.record.eventId ?? null, bookedAt));
    if (event !== undefined) {
      event.transactionIds.push(transaction.transactionId);
      event.bookedAt = bookedAt;
    }
    transaction.postings.forEach((posting, index) => {
      const { account, currency } = posting;
      const accountId = accountIdOf(account);
      if (!opened.has(accountId)) opened.set(accountId, accountRow(account, accountId));
      postings.push(postingRow(transaction.transactionId, index + 1, posting, bookedAt));
      const key = keyOf(account, currency);
      held.set(key, (held.get(key) ?? 0) + signedMinor(posting));
    });
  };

  const post = (transaction: LedgerTransaction, at: string): void => {
    const bookedAt = laterOf(at, lastBookedAt);
    lastBookedAt = bookedAt;
    write(transaction, bookedAt);
    const debts = gainsOf(transaction).flatMap(({ userId, currency }) => {
      const owedMinor = debtMinor(userId, currency);
      return owedMinor === 0 ? [] : [{ userId, currency, owedMinor }];
    });
    if (debts.length === 0) return;
    for (const repayment of repayDebts([{ transaction, repaymentId: `txn_${ids.ulid()}` }], debts)) {
      write(repayment, bookedAt);
    }
  };

  return {
    bookFrom: (record) => {
      // Dated like the entry before it, so that no closed day gets an event that moves nothing.
      booked.push({ record, transactionIds: [], bookedAt: lastBookedAt ?? record.time });
    },
    availableMinor: (userId, currency) => heldIn('user_available', userId, currency),
    debtMinor,
    post,
    entries: () => ({
      new_booked_events: booked.map(bookedEventRow),
      new_accounts: [...opened.values()],
      new_transactions: transactions,
      new_postings: postings,
    }),
  };
};

const keyOf = (account: Account, currency: string): string => `${accountIdOf(account)} ${currency}`;

const laterOf = (at: string, other: string | null): string =>
  other !== null && Date.parse(other) > Date.parse(at) ? other : at;

const transactionRow = (transaction: LedgerTransaction, eventId: string | null, bookedAt: string): object => ({
  transaction_id: transaction.transactionId,
  kind: transaction.kind,
  event_id: eventId,
  charge_id: transaction.chargeId,
  settlement_id: transaction.settlementId,
  occurred_at: transaction.occurredAt,
  booked_at: bookedAt,
});

interface BookedEvent {
  readonly record: EventRecord;
  readonly transactionIds: string[];
  bookedAt: string;
}

const bookedEventRow = ({ record, transactionIds, bookedAt }: BookedEvent): object => ({
  event_id: record.eventId,
  type: record.type,
  subject: record.subject,
  sha256: record.sha256,
  is_divided: record.isDivided,
  currency: record.currency,
  effects: record.effects,
  transaction_ids: transactionIds,
  booked_at: bookedAt,
});

const accountRow = (account: Account, accountId: string): object => ({
  account_id: accountId,
  kind: account.kind,
  payment_method: 'paymentMethod' in account ? account.paymentMethod : null,
  user_id: 'userId' in account ? account.userId : null,
});

const postingRow = (transactionId: string, line: number, posting: Posting, bookedAt: string): object => ({
  transaction_id: transactionId,
  line,
  account_id: accountIdOf(posting.account),
  kind: posting.kind,
  direction: posting.direction,
  amount_minor: posting.amountMinor,
  currency: posting.currency,
  booked_at: bookedAt,
});
