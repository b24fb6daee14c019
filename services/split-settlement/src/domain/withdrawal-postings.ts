import { assertNever } from '@repasse/chassis/decider';
import {
  makeTransaction,
  move,
  type Account,
  type LedgerTransaction,
  type Posting,
  type TransactionKind,
} from './ledger';
import { clearingOf } from './rails';
import { type WithdrawalEvent } from './withdrawal-events';
import { type WithdrawalTerms } from './withdrawal-terms';

/** By user: what they have not any more, of a withdrawal that is booked after a restore. It becomes a debt. */
export type Owed = ReadonlyMap<number, number>;

/**
 * The postings of an event of a withdrawal: out of the available money when it is asked for, with the fee, and from there
 * to the provider who pays it out, or back. Null for a release, which moves nothing: the proposal has taken the money.
 */
export const postWithdrawal = (
  event: WithdrawalEvent,
  transactionId: string,
  occurredAt: string,
  owed: Owed = new Map(),
): LedgerTransaction | null => {
  const kind = kindOf(event);
  if (kind === null) return null;
  const common = { transactionId, kind, chargeId: null, settlementId: null, occurredAt };
  return makeTransaction({ ...common, postings: postingsOf(event, owed) });
};

const kindOf = ({ type, data }: WithdrawalEvent): TransactionKind | null => {
  switch (type) {
    case 'WithdrawalProposed':
      return 'WITHDRAWAL_REQUESTED';
    case 'WithdrawalRequested':
      return 'releasedBy' in data && data.releasedBy !== undefined ? null : 'WITHDRAWAL_REQUESTED';
    case 'WithdrawalPaid':
      return 'WITHDRAWAL_PAID';
    case 'WithdrawalFailed':
    case 'WithdrawalCanceled':
      return 'WITHDRAWAL_REVERSED';
    case 'WithdrawalReturned':
      return 'WITHDRAWAL_RETURNED';
    default:
      return assertNever(type);
  }
};

const postingsOf = (event: WithdrawalEvent, owed: Owed): Posting[] => {
  const { terms } = event.data;
  const { userId, payoutMinor, currency } = terms;
  const [available, held] = [{ kind: 'user_available', userId } as const, { kind: 'withdrawal_held', userId } as const];
  switch (event.type) {
    case 'WithdrawalProposed':
    case 'WithdrawalRequested':
      return take(terms, owed);
    case 'WithdrawalPaid':
      return move('WITHDRAWAL', { from: held, to: clearingOf(terms.rail) }, payoutMinor, currency);
    case 'WithdrawalFailed':
    case 'WithdrawalCanceled':
      return [...move('WITHDRAWAL_RETURN', { from: held, to: available }, payoutMinor, currency), ...feeBack(terms)];
    case 'WithdrawalReturned': {
      const back = { from: clearingOf(terms.rail), to: available };
      return move('WITHDRAWAL_RETURN', back, event.data.returnedMinor, currency);
    }
    default:
      return assertNever(event);
  }
};

const platform = { kind: 'platform_fees' } as const;

/** The debt, where there is one, is first of what is paid out and then of the fee. */
const take = ({ userId, payoutMinor, feeMinor, feeUserId, currency }: WithdrawalTerms, owed: Owed): Posting[] => {
  const left = new Map(owed);
  const takeFrom = (kind: Posting['kind'], from: number, to: Account, minor: number): Posting[] => {
    const owedMinor = Math.min(left.get(from) ?? 0, minor);
    left.set(from, (left.get(from) ?? 0) - owedMinor);
    return [
      ...move(kind, { from: { kind: 'user_available', userId: from }, to }, minor - owedMinor, currency),
      ...move(kind, { from: { kind: 'user_debt', userId: from }, to }, owedMinor, currency),
    ];
  };
  return [
    ...takeFrom('WITHDRAWAL', userId, { kind: 'withdrawal_held', userId }, payoutMinor),
    ...(feeUserId === null ? [] : takeFrom('PAYOUT_FEE', feeUserId, platform, feeMinor)),
  ];
};

const feeBack = ({ feeMinor, feeUserId, currency }: WithdrawalTerms): Posting[] =>
  feeUserId === null
    ? []
    : move('PAYOUT_FEE', { from: platform, to: { kind: 'user_available', userId: feeUserId } }, feeMinor, currency);
