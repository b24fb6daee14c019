import { assertNever } from '@repasse/chassis/decider';
import { type Ids } from '@repasse/chassis/ids';
import { enqueue } from '@repasse/chassis/outbox/outbox';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type WithdrawalEvent } from '../domain/withdrawal';
import { postWithdrawal } from '../domain/withdrawal-postings';
import { withdrawalEvent } from './public-withdrawal-events';
import { writeTransactions } from './write-transactions';

/**
 * Writes what an event of a withdrawal means: the postings, how it stands now, and what other services are told. Call it
 * under the ledger's lock. `occurredAt` is when the provider was done; asked for, it is the moment itself.
 */
export const bookWithdrawal = async (
  tx: Tx,
  event: WithdrawalEvent,
  o: { readonly ids: Ids; readonly occurredAt: string; readonly traceparent?: string | undefined },
): Promise<void> => {
  const transactionId = `txn_${o.ids.ulid()}`;
  const { withdrawalId } = event.data.terms;
  await keepStanding(tx, event);
  const isEnd = event.type !== 'WithdrawalRequested';
  await tx.query(insertTransaction, [transactionId, withdrawalId, isEnd]);
  const transaction = postWithdrawal(event, transactionId, o.occurredAt);
  await writeTransactions(tx, [{ transaction, bookedAt: event.data.at }], o.ids);
  await enqueue(tx, [{ ...withdrawalEvent(event, o.ids), traceparent: o.traceparent }]);
};

const keepStanding = async (tx: Tx, { type, data }: WithdrawalEvent): Promise<void> => {
  const { withdrawalId } = data.terms;
  switch (type) {
    case 'WithdrawalRequested':
      await tx.query(insertWithdrawal, [JSON.stringify({ ...data.terms, at: data.at })]);
      return;
    case 'WithdrawalPaid':
      await tx.query(updateStatus, [withdrawalId, 'paid', null, data.at]);
      return;
    case 'WithdrawalFailed':
      await tx.query(updateStatus, [withdrawalId, 'failed', data.failure, data.at]);
      return;
    default:
      assertNever(type);
  }
};

const insertWithdrawal = `
  insert into withdrawals (withdrawal_id, user_id, amount_minor, currency, pay_currency, pay_address, memo,
                           external_reference, status, created_at, updated_at)
  select w."withdrawalId", w."userId", w."amountMinor", w.currency, w."payCurrency", w."payAddress", w.memo,
         w."externalReference", 'pending', w.at, w.at
  from jsonb_to_record($1::jsonb) as w(
    "withdrawalId" text, "userId" bigint, "amountMinor" bigint, currency text, "payCurrency" text, "payAddress" text,
    memo text, "externalReference" text, at timestamptz)`;

const updateStatus = 'update withdrawals set status = $2, failure = $3, updated_at = $4 where withdrawal_id = $1';

const insertTransaction =
  'insert into withdrawal_transactions (transaction_id, withdrawal_id, is_end) values ($1, $2, $3)';
