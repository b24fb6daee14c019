import { assertNever } from '@repasse/chassis/decider';
import {
  makeTransaction,
  move,
  type Account,
  type LedgerTransaction,
  type PostingKind,
  type TransactionKind,
} from './ledger';
import { type WithdrawalEvent } from './withdrawal';
import { payoutMethod } from './methods';

interface Movement {
  readonly kind: TransactionKind;
  readonly postingKind: PostingKind;
  readonly from: Account;
  readonly to: Account;
}

/**
 * The postings of an event of a withdrawal: out of the available money when it is asked for, and from there to the
 * provider who pays it out, or back. `owedMinor`: what its user has not any more, of a withdrawal that is booked after a restore.
 */
export const postWithdrawal = (
  { type, data }: WithdrawalEvent,
  transactionId: string,
  occurredAt: string,
  owedMinor = 0,
): LedgerTransaction => {
  const { userId, amountMinor, currency } = data.terms;
  const { kind, postingKind, from, to } = movementOf(type, userId);
  const owing = { from: { kind: 'user_debt', userId }, to } as const;
  return makeTransaction({
    transactionId,
    kind,
    chargeId: null,
    settlementId: null,
    occurredAt,
    postings: [
      ...move(postingKind, { from, to }, amountMinor - owedMinor, currency),
      ...move(postingKind, owing, owedMinor, currency),
    ],
  });
};

const movementOf = (type: WithdrawalEvent['type'], userId: number): Movement => {
  const [available, held] = [{ kind: 'user_available', userId } as const, { kind: 'withdrawal_held', userId } as const];
  switch (type) {
    case 'WithdrawalRequested':
      return { kind: 'WITHDRAWAL_REQUESTED', postingKind: 'WITHDRAWAL', from: available, to: held };
    case 'WithdrawalPaid':
      return {
        ...{ kind: 'WITHDRAWAL_PAID', postingKind: 'WITHDRAWAL', from: held },
        to: { kind: 'provider_clearing', paymentMethod: payoutMethod },
      };
    case 'WithdrawalFailed':
      return { kind: 'WITHDRAWAL_REVERSED', postingKind: 'WITHDRAWAL_RETURN', from: held, to: available };
    default:
      return assertNever(type);
  }
};
