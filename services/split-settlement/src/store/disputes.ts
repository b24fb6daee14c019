import { type Ids } from '@repasse/chassis/ids';
import { type Tx } from '@repasse/chassis/postgres/database';
import { type DisputeOutcome, type HeldDispute } from '../domain/dispute';
import { type LedgerTransaction } from '../domain/ledger';
import { writeTransactions } from './write-transactions';

export interface StoredDispute extends HeldDispute {
  readonly paymentId: string;
  readonly outcome: DisputeOutcome | null;
}

/** A dispute and what is held for it; undefined when it never was opened. Call it under the ledger's lock. */
export const readDispute = async (tx: Tx, disputeId: string): Promise<StoredDispute | undefined> => {
  const [dispute] = await tx.query<StoredDispute>(select, [disputeId]);
  return dispute;
};

/** Writes how a dispute ended. Won money may repay a debt, like any other that becomes available. */
export const writeDecision = async (
  tx: Tx,
  decision: {
    readonly disputeId: string;
    readonly outcome: DisputeOutcome;
    readonly transaction: LedgerTransaction;
    readonly bookedAt: string;
  },
  ids: Ids,
): Promise<void> => {
  const { disputeId, outcome, transaction, bookedAt } = decision;
  await writeTransactions(tx, [{ transaction, bookedAt }], ids);
  await tx.query(
    'insert into dispute_decisions (dispute_id, outcome, transaction_id, decided_at) values ($1, $2, $3, $4)',
    [disputeId, outcome, transaction.transactionId, transaction.occurredAt],
  );
};

const select = `
  select r.charge_id as "chargeId", r.payment_id as "paymentId", r.settlement_id as "settlementId", r.payment_method as "paymentMethod", r.currency,
         d.outcome,
         (select json_agg(json_build_object('userId', s.user_id, 'amountMinor', s.amount_minor) order by s.user_id)
          from reversal_shares s where s.reversal_id = r.reversal_id) as held
  from reversals r left join dispute_decisions d on d.dispute_id = r.reversal_id
  where r.reversal_id = $1 and r.kind = 'DISPUTE'`;
