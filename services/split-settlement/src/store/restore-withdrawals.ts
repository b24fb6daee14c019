import { type IncomingMessage } from '@repasse/chassis/bus/bus';
import { fromMessage } from '@repasse/chassis/bus/envelope';
import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type RestoreContext, type Unrestored } from '@repasse/chassis/restore/restoration';
import { loadMarks, tailsOf } from '@repasse/chassis/restore/topic-marks';
import { isOfType, type EventOfType } from '@repasse/contracts';
import { type Config } from '../config';
import { firstRail } from '../domain/rails';
import { postWithdrawal } from '../domain/withdrawal-postings';
import { type WithdrawalEvent } from '../domain/withdrawal-events';
import { type WithdrawalTerms } from '../domain/withdrawal-terms';
import { openBooks, type Books } from './books/books';

/** What was decided here; all else that happens to a withdrawal follows from what is consumed. */
export const decidedTypes = [
  'repasse.withdrawal.proposed.v1',
  'repasse.withdrawal.requested.v1',
  'repasse.withdrawal.canceled.v1',
] as const;
const isDecided = isOfType(decidedTypes);
type Decided = EventOfType<(typeof decidedTypes)[number]>;

const topic = 'withdrawal.events.v1';

/**
 * Books the withdrawals that were asked for, released and canceled after the backup, from their events, which are on the
 * topic already. Safe to repeat: what is there is left alone. Returns those whose user has less now than then.
 */
export const restoreWithdrawals = async ({ db, bus, ids }: RestoreContext<Config>): Promise<readonly Unrestored[]> => {
  const owed: Unrestored[] = [];
  const onMessages = async (messages: readonly IncomingMessage[]): Promise<void> => {
    const known = messages.filter(({ headers }) => decidedTypes.some((type) => type === headers['ce_type']));
    for (const event of known.map((message) => fromMessage(message)).filter(isDecided)) {
      const owedMinor = await db.transaction((tx) => restore(tx, event, ids));
      if (owedMinor > 0)
        owed.push({ what: 'a withdrawal left a debt, since its user has less now', key: event.subject });
    }
  };
  await bus.read(tailsOf(await bus.ends([topic]), await loadMarks(db)), { hasValues: true, onMessages });
  return owed;
};

/** Returns what its users have not any more. */
const restore = async (tx: Tx, event: Decided, ids: Ids): Promise<number> => {
  const { withdrawalId, userId } = event.data;
  const feeUserId = 'feeUserId' in event.data ? (event.data.feeUserId ?? userId) : userId;
  const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: [userId, feeUserId] }], ids);
  const decided = domainEventOf(event, books);
  if (decided === undefined) return 0;
  const transactionId = `txn_${ids.ulid()}`;
  const owed = owedOf(decided, books);
  const posted = postWithdrawal(decided, transactionId, decided.data.at, owed);
  books.withdrawals.add(decided, posted === null ? null : transactionId);
  if (posted !== null) books.accounts.post(posted, decided.data.at);
  await books.write();
  return [...owed.values()].reduce((sum, minor) => sum + minor, 0);
};

const owedOf = ({ type, data }: WithdrawalEvent, { accounts }: Books): ReadonlyMap<number, number> => {
  if (type === 'WithdrawalCanceled') return new Map();
  const { userId, feeUserId, payoutMinor, feeMinor, currency } = data.terms;
  const needed = new Map([[userId, payoutMinor]]);
  if (feeUserId !== null) needed.set(feeUserId, (needed.get(feeUserId) ?? 0) + feeMinor);
  const owed = [...needed].map(
    ([of, minor]) => [of, Math.max(0, minor - accounts.availableMinor(of, currency))] as const,
  );
  return new Map(owed);
};

/** The opposite of withdrawalEvent, for what was decided here. Undefined when it is in the books. */
const domainEventOf = (event: Decided, { withdrawals }: Books): WithdrawalEvent | undefined => {
  const known = withdrawals.find(event.data.withdrawalId);
  const isWaiting = known?.status === 'awaiting_release';
  switch (event.type) {
    case 'repasse.withdrawal.canceled.v1': {
      const { cancelReason: reason, canceledBy = null, canceledAt: at } = event.data;
      return isWaiting ? { type: 'WithdrawalCanceled', data: { terms: known, reason, canceledBy, at } } : undefined;
    }
    case 'repasse.withdrawal.requested.v1': {
      const { releasedBy, requestedAt: at } = event.data;
      if (isWaiting) return { type: 'WithdrawalRequested', data: { terms: known, releasedBy: releasedBy ?? '', at } };
      return known === undefined
        ? { type: 'WithdrawalRequested', data: { terms: termsOf(event.data), at } }
        : undefined;
    }
    default: {
      const { proposedAt: at, releaseUntil = at } = event.data;
      if (known !== undefined) return undefined;
      return { type: 'WithdrawalProposed', data: { terms: termsOf(event.data), releaseUntil, at } };
    }
  }
};

type Asked = Exclude<Decided, { type: 'repasse.withdrawal.canceled.v1' }>['data'];

/** What an event of the release before leaves out is as it was then. */
export const termsOf = (data: Asked): WithdrawalTerms => ({
  withdrawalId: data.withdrawalId,
  userId: data.userId,
  amountMinor: data.amountMinor,
  currency: data.currency,
  rail: data.rail ?? firstRail,
  destinationId: data.destinationId ?? null,
  payCurrency: data.payCurrency,
  payAddress: data.payAddress,
  memo: data.memo,
  externalReference: data.externalReference,
  payoutMinor: data.payoutMinor ?? data.amountMinor,
  feeMinor: data.payoutFeeMinor ?? 0,
  feeUserId: data.feeUserId ?? null,
  managerUserId: data.managerUserId ?? null,
  batchId: data.batchId ?? null,
  requestedBy: data.requestedBy ?? null,
});
