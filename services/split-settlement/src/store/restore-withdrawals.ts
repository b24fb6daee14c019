import { type IncomingMessage } from '@repasse/chassis/bus/bus';
import { fromMessage } from '@repasse/chassis/bus/envelope';
import { type RestoreContext, type Unrestored } from '@repasse/chassis/restore/restoration';
import { loadMarks, tailsOf } from '@repasse/chassis/restore/topic-marks';
import { type EventEnvelope } from '@repasse/contracts';
import { type Config } from '../config';
import { postWithdrawal } from '../domain/withdrawal-postings';
import { type WithdrawalEvent } from '../domain/withdrawal';
import { openBooks } from './books/books';

type Requested = EventEnvelope<'repasse.withdrawal.requested.v1'>;

const topic = 'withdrawal.events.v1';
const requestedType = 'repasse.withdrawal.requested.v1';

/**
 * Books the withdrawals that were asked for after the backup, from their events, which are on the topic already. Safe to
 * repeat: one that is there is left alone. Returns those whose user has less now than then.
 */
export const restoreWithdrawals = async ({ db, bus, ids }: RestoreContext<Config>): Promise<readonly Unrestored[]> => {
  const owed: Unrestored[] = [];
  const onMessages = async (messages: readonly IncomingMessage[]): Promise<void> => {
    const requested = messages.filter(({ headers }) => headers['ce_type'] === requestedType);
    for (const event of requested.map((message) => fromMessage(message) as Requested)) {
      const debtMinor = await db.transaction(async (tx) => {
        const { withdrawalId, userId, currency } = event.data;
        const books = await openBooks(tx, [{ withdrawalIds: [withdrawalId], users: [userId] }], ids);
        if (books.withdrawals.find(withdrawalId) !== undefined) return 0;
        const decided = domainEventOf(event);
        const transactionId = `txn_${ids.ulid()}`;
        const owedMinor = Math.max(0, event.data.amountMinor - books.accounts.availableMinor(userId, currency));
        books.withdrawals.add(decided, transactionId);
        const posted = postWithdrawal(decided, transactionId, event.data.requestedAt, owedMinor);
        books.accounts.post(posted, decided.data.at);
        await books.write();
        return owedMinor;
      });
      if (debtMinor > 0)
        owed.push({ what: 'a withdrawal left a debt, since its user has less now', key: event.subject });
    }
  };
  await bus.read(tailsOf(await bus.ends([topic]), await loadMarks(db)), { hasValues: true, onMessages });
  return owed;
};

/** The opposite of withdrawalEvent, for what was asked for here. */
export const domainEventOf = ({ data }: Requested): WithdrawalEvent => {
  const { requestedAt, ...terms } = data;
  return { type: 'WithdrawalRequested', data: { terms, at: requestedAt } };
};
