import { type PaymentMethod } from '@repasse/contracts';

/**
 * Double entry, and nothing else: accounts, postings, and transactions that cannot be made unless they balance.
 * Amounts are integer minor units and always above zero; the direction says which way they move.
 */
export type UserAccountKind =
  | 'user_pending'
  | 'user_available'
  | 'user_reserve'
  | 'user_debt'
  /** Taken from the user because a payer disputes it; whose it is has not been decided. */
  | 'dispute_held'
  /** A payer's money that a charge of the user had no use for; it is not the user's. */
  | 'surplus_held'
  /** Taken from the user to be paid out; it comes back when that fails. */
  | 'withdrawal_held'
  /** A share that waits for a seller who is not known yet; it is the charge owner's until then. */
  | 'share_held';

export const userAccountKinds: readonly UserAccountKind[] = [
  ...(['user_pending', 'user_available', 'user_reserve', 'user_debt'] as const),
  ...(['dispute_held', 'surplus_held', 'withdrawal_held', 'share_held'] as const),
];

export type Account =
  | { readonly kind: 'provider_clearing'; readonly paymentMethod: PaymentMethod }
  | { readonly kind: 'platform_fees' }
  | { readonly kind: UserAccountKind; readonly userId: number };

export type Direction = 'debit' | 'credit';

/** Why a posting was made. Gross amount, fee and shares stand apart, so that an account can be read line by line. */
export type PostingKind =
  /** A payer's money, before anything is taken from it. */
  | 'GROSS'
  | 'FEE'
  /** A share of the owner's gross amount: on the owner's account, and on its recipient's. */
  | 'SHARE_GIVEN'
  | 'SHARE_RECEIVED'
  | 'RESERVE'
  /** Pending or reserved money becomes available. */
  | 'RELEASE'
  | 'REFUND'
  | 'SURPLUS'
  | 'DISPUTE_HOLD'
  | 'DISPUTE_RELEASE'
  | 'DISPUTE_LOSS'
  | 'WITHDRAWAL'
  | 'WITHDRAWAL_RETURN'
  | 'DEBT_REPAYMENT'
  /** A share that waits for its recipient, and that waits no longer. */
  | 'SHARE_HELD'
  | 'SHARE_RELEASE'
  /** What the platform takes for paying out, and gives back where nothing was paid out. */
  | 'PAYOUT_FEE';

export interface Posting {
  readonly kind: PostingKind;
  readonly account: Account;
  readonly direction: Direction;
  readonly amountMinor: number;
  readonly currency: string;
}

export type TransactionKind =
  | 'CHARGE_PAID'
  | 'FUNDS_RELEASED'
  | 'SPLIT_REVERSED'
  | 'DEBT_REPAID'
  | 'SURPLUS_RECEIVED'
  | 'SURPLUS_ACCEPTED'
  | 'SURPLUS_APPLIED'
  | 'SURPLUS_REFUNDED'
  | 'DISPUTE_OPENED'
  | 'DISPUTE_WON'
  | 'DISPUTE_LOST'
  | 'PAYMENT_RECEIVED'
  | 'PAYMENT_REFUNDED'
  | 'WITHDRAWAL_REQUESTED'
  | 'WITHDRAWAL_PAID'
  | 'WITHDRAWAL_REVERSED'
  /** Money that was paid out came back from the receiver's bank. */
  | 'WITHDRAWAL_RETURNED'
  | 'SHARE_HELD'
  | 'SHARE_CLAIMED'
  | 'SHARE_RETURNED';

export interface LedgerTransaction {
  readonly transactionId: string;
  readonly kind: TransactionKind;
  /** Null for a payment in coins. */
  readonly chargeId: string | null;
  /** Null for what happens to a charge beside its settlement, such as money it had no use for. */
  readonly settlementId: string | null;
  readonly occurredAt: string;
  readonly postings: readonly Posting[];
}

export type LedgerFaultCode =
  | 'ledger.amount_invalid'
  | 'ledger.transaction_empty'
  | 'ledger.transaction_unbalanced'
  | 'ledger.parts_do_not_add_up'
  | 'ledger.owner_missing'
  | 'ledger.user_twice'
  | 'ledger.reserve_exceeds_share'
  | 'ledger.settlement_missing'
  | 'ledger.surplus_missing'
  | 'ledger.dispute_missing'
  | 'ledger.payment_missing'
  | 'ledger.fee_rule_missing'
  | 'ledger.withdrawal_refused';

/** The request would create or lose money. It comes from a defect of the caller, so repeating it cannot help. */
export class LedgerFault extends Error {
  readonly isRetryable = false;

  constructor(
    readonly code: LedgerFaultCode,
    detail: string,
  ) {
    super(detail);
    this.name = 'LedgerFault';
  }
}

/** The account's name in the books: its kind, then what tells it from others of the kind. */
export const accountIdOf = (account: Account): string => {
  if (account.kind === 'provider_clearing') return `${account.kind}:${account.paymentMethod}`;
  if (account.kind === 'platform_fees') return account.kind;
  return `${account.kind}:${account.userId}`;
};

export const debit = (kind: PostingKind, account: Account, amountMinor: number, currency: string): Posting[] =>
  posting({ kind, account, direction: 'debit', amountMinor, currency });

export const credit = (kind: PostingKind, account: Account, amountMinor: number, currency: string): Posting[] =>
  posting({ kind, account, direction: 'credit', amountMinor, currency });

/** From one account to another, for one reason. */
export const move = (
  kind: PostingKind,
  accounts: { readonly from: Account; readonly to: Account },
  amountMinor: number,
  currency: string,
): Posting[] => [
  ...debit(kind, accounts.from, amountMinor, currency),
  ...credit(kind, accounts.to, amountMinor, currency),
];

/** Nothing moved is not written down, so an amount of zero gives no posting. */
const posting = (made: Posting): Posting[] => (made.amountMinor === 0 ? [] : [made]);

/** The only way to a transaction. Throws a LedgerFault where debits and credits differ in any currency. */
export const makeTransaction = (transaction: LedgerTransaction): LedgerTransaction => {
  const { transactionId, postings } = transaction;
  if (postings.length === 0) throw new LedgerFault('ledger.transaction_empty', `${transactionId} moves nothing.`);
  for (const { amountMinor } of postings) assertAmount(amountMinor);

  for (const [currency, netMinor] of netByCurrency(postings)) {
    if (netMinor === 0) continue;
    const detail = `${transactionId}: credits exceed debits by ${netMinor} ${currency}.`;
    throw new LedgerFault('ledger.transaction_unbalanced', detail);
  }
  return transaction;
};

/** Credits are positive, debits negative: what every account holds adds up to zero over the whole ledger. */
export const signedMinor = (posting: Pick<Posting, 'direction' | 'amountMinor'>): number =>
  posting.direction === 'credit' ? posting.amountMinor : -posting.amountMinor;

const netByCurrency = (postings: readonly Posting[]): Map<string, number> => {
  const nets = new Map<string, number>();
  for (const posting of postings) {
    nets.set(posting.currency, (nets.get(posting.currency) ?? 0) + signedMinor(posting));
  }
  return nets;
};

const assertAmount = (amountMinor: number): void => {
  if (Number.isSafeInteger(amountMinor) && amountMinor > 0) return;
  throw new LedgerFault('ledger.amount_invalid', `${amountMinor} is not a whole number of minor units above zero.`);
};
