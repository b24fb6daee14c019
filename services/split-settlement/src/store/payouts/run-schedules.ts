import { type Ids } from '@repasse/chassis/ids';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { nextRunAt, type RunTimes } from '../../domain/payout-schedule';
import { scheduledPayout, skipReasonOf, type SkipReason } from '../../domain/scheduled-payout';
import { openBooks, type Books } from '../books/books';
import { decideWithdrawal, isRefused, type DecideWithdrawalOptions } from '../decide-withdrawal';
import { readPayables, standingOf, usersOf, type Payable } from '../read-payables';
import { batchIdOf, batchWithdrawalIdOf } from './batch-ids';
import { keepLines, type BatchLine } from './batch-lines';
import { lockDueSchedules, type DueSchedule } from './due-schedules';

export interface RunOptions extends Omit<DecideWithdrawalOptions, 'now'> {
  readonly db: Database;
  readonly ids: Ids;
  readonly times: RunTimes;
}

/** What a set of schedules came to. */
export interface RunResult {
  readonly decided: number;
  readonly made: number;
}

/**
 * Decides a set of the schedules of one run, at most `limit`, and books what they pay: five statements for any number of
 * users. All of it commits with the next times of the schedules, so that a repeat finds them decided. Any number may run at
 * once; bookings wait for the ledger's lock meanwhile, so that a set is kept small.
 */
export const runSchedules = (o: RunOptions, runAt: string, now: string, limit: number): Promise<RunResult> =>
  o.db.transaction(async (tx) => {
    const due = await lockDueSchedules(tx, runAt, limit);
    if (due.length === 0) return { decided: 0, made: 0 };
    const batch = { batchId: batchIdOf(runAt), runAt };
    const lines = await decideAll(tx, due, batch.batchId, { ...o, now });
    await keepLines(tx, batch, lines, now);
    return { decided: due.length, made: lines.filter(({ withdrawalId }) => withdrawalId !== null).length };
  });

type Deciding = RunOptions & { readonly now: string };

const decideAll = async (
  tx: Tx,
  due: readonly DueSchedule[],
  batchId: string,
  o: Deciding,
): Promise<readonly BatchLine[]> => {
  const asked = due.map(({ userId, schedule }) => ({ userId, destinationId: schedule.destinationId }));
  const payables = await readPayables(tx, asked, { now: o.now, isDeciding: true });
  const byUser = new Map(payables.map((payable) => [payable.userId, payable]));
  const withdrawalIds = due.map(({ userId, runAt }) => batchWithdrawalIdOf(batchId, runAt, userId));
  const books = await openBooks(tx, [{ withdrawalIds, users: payables.flatMap(usersOf) }], o.ids);
  const lines = due.map((one) => decideOne(books, payableOf(byUser, one.userId), one, batchId, o));
  if (lines.some(({ withdrawalId }) => withdrawalId !== null)) await books.write();
  return lines;
};

const payableOf = (byUser: ReadonlyMap<number, Payable>, userId: number): Payable => {
  const payable = byUser.get(userId);
  if (payable === undefined) throw new Error(`Nothing was read of user ${userId}.`);
  return payable;
};

const decideOne = (books: Books, payable: Payable, due: DueSchedule, batchId: string, o: Deciding): BatchLine => {
  const { userId, runAt, schedule } = due;
  const withdrawalId = batchWithdrawalIdOf(batchId, runAt, userId);
  const skipReason = pay(books, payable, due, { withdrawalId, batchId }, o);
  return {
    userId,
    managerUserId: payable.payee?.managerUserId ?? null,
    withdrawalId: skipReason === null ? withdrawalId : null,
    skipReason,
    nextRunAt: nextRunAt(schedule, o.now, o.times),
  };
};

/** Null when it is booked. */
const pay = (
  books: Books,
  payable: Payable,
  { schedule }: DueSchedule,
  names: { readonly withdrawalId: string; readonly batchId: string },
  o: Deciding,
): SkipReason | null => {
  const payout = scheduledPayout(schedule, standingOf(payable, books), o.now);
  if ('skipReason' in payout) return payout.skipReason;
  const { amountMinor } = payout;
  const asked = { ...names, amountMinor, isUpTo: false, address: null, externalReference: null, requestedBy: null };
  const decided = decideWithdrawal(books, payable, asked, o);
  return isRefused(decided) ? skipReasonOf(decided.rejection) : null;
};
