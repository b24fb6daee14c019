import { isRejection, type Rejection } from '@repasse/chassis/decider';
import { type Database, type Tx } from '@repasse/chassis/postgres/database';
import { type PaymentState } from '../../payments/domain/payment';
import { type PaymentCommand } from '../../payments/domain/payment-commands';
import { type PaymentStore } from '../../payments/store/payment-store';

type Saying = PaymentCommand<'AddDisputeEvidence' | 'RemoveDisputeEvidence' | 'AnswerDispute'>;

export interface SayingDeps {
  readonly db: Database;
  readonly payments: PaymentStore;
  readonly wakeRelay: () => void;
}

interface Said {
  readonly state: PaymentState;
  readonly isNew: boolean;
}

/**
 * Decides on what a merchant says, and keeps its words beside the events, all in one transaction: neither is ever there
 * without the other. `keep` is not called where nothing new was said.
 */
export const sayToDispute = async (
  { db, payments, wakeRelay }: SayingDeps,
  paymentId: string,
  command: Saying,
  keep: (tx: Tx) => Promise<void>,
): Promise<Said | Rejection> => {
  const said = await db.transaction(async (tx): Promise<Said | Rejection> => {
    const [outcome] = await payments.runAll(tx, [{ streamId: paymentId, command }]);
    if (outcome === undefined) throw new Error('A command has no outcome.');
    if (isRejection(outcome)) return outcome;
    const isNew = outcome.events.length > 0;
    if (isNew) await keep(tx);
    return { state: outcome.state, isNew };
  });
  if (!isRejection(said) && said.isNew) wakeRelay();
  return said;
};
