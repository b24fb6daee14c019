import { type Ids } from '@repasse/chassis/ids';
import { type WithdrawalEvent } from '../domain/withdrawal-events';
import { postWithdrawal } from '../domain/withdrawal-postings';
import { type Books } from './books/books';
import { withdrawalEvent } from '../public/withdrawals';

/**
 * Books what an event of a withdrawal means: how it stands now, the postings, and what other services are told.
 * `occurredAt` is when the provider was done; asked for, it is the moment itself.
 */
export const bookWithdrawal = (
  books: Books,
  event: WithdrawalEvent,
  o: { readonly ids: Ids; readonly occurredAt: string; readonly traceparent?: string | undefined },
): void => {
  const transactionId = `txn_${o.ids.ulid()}`;
  const transaction = postWithdrawal(event, transactionId, o.occurredAt);
  books.withdrawals.add(event, transaction === null ? null : transactionId);
  if (transaction !== null) books.accounts.post(transaction, event.data.at);
  books.publish([{ ...withdrawalEvent(event), traceparent: o.traceparent }]);
};
