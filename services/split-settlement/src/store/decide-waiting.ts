import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type PayoutStanding } from '../domain/payout-standing';
import { withdrawal, type WithdrawalCommand } from '../domain/withdrawal';
import { bookWithdrawal } from './book-withdrawal';
import { openBooks } from './books/books';
import { readPayables, standingOf } from './read-payables';
import { stateOf, type StoredWithdrawal } from './withdrawals';

interface DecideWaitingOptions {
  readonly ids: Ids;
  readonly now: string;
  /** False hides it from a stranger. */
  readonly isSeen: (found: StoredWithdrawal) => boolean;
  readonly commandOf: (standing: PayoutStanding) => WithdrawalCommand;
}

/**
 * What a second person says of a withdrawal that waits, under the ledger's lock. Undefined when there is none that they can
 * see.
 */
export const decideWaiting = async (
  tx: Tx,
  withdrawalId: string,
  { ids, now, isSeen, commandOf }: DecideWaitingOptions,
): Promise<StoredWithdrawal | Rejection | undefined> => {
  const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId] }], ids);
  const found = books.withdrawals.find(withdrawalId);
  if (found === undefined || !isSeen(found)) return undefined;
  const { userId, destinationId } = found;
  const [payable] = await readPayables(tx, [{ userId, destinationId }], { now, isDeciding: true });
  if (payable === undefined) throw new Error(`Nothing was read of user ${userId}.`);
  // What a manager has is not asked: the money is taken already.
  const standing = standingOf({ ...payable, managerFunds: null }, books);
  const decision = withdrawal.decide(commandOf(standing), stateOf(found));
  if (isRejection(decision)) return decision;
  for (const event of decision) bookWithdrawal(books, event, { ids, occurredAt: event.data.at });
  await books.write();
  return books.withdrawals.find(withdrawalId);
};
