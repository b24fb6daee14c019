import { type IncomingMessage } from '../../bus/bus';
import { isRetryableFault } from '../../postgres/faults';
import { eventsOf, handleTogether, type Handled } from './batch';
import { settle } from './dead-letters';
import { detailOf, type PoisonOptions } from './poison';

export interface RedeliverOptions extends PoisonOptions {
  readonly afterCommit: (handled: Handled) => void;
}

/** Handles the dead letters that an operator has put back. One that fails again is put away again, with its new fault. */
export const redeliverDeadLetters = async (options: RedeliverOptions, ids: readonly number[]): Promise<void> => {
  const { db, log } = options;
  for (const id of ids) {
    try {
      await redeliver(options, id);
      log.info({ deadLetterId: id }, 'dead letter handled');
    } catch (fault) {
      if (isRetryableFault(fault)) throw fault;
      await db.query('update dead_letters set put_back_at = null, detail = $2 where id = $1', [id, detailOf(fault)]);
      log.error({ err: fault, deadLetterId: id }, 'dead letter still cannot be handled');
    }
  }
};

const redeliver = async ({ db, consumptions, afterCommit }: RedeliverOptions, id: number): Promise<void> => {
  const handled = await db.transaction(async (tx) => {
    const [message] = await tx.query<IncomingMessage>(
      `select topic, key, partition, "offset", headers, value from dead_letters
       where id = $1 and settled_at is null for update skip locked`,
      [id],
    );
    if (message === undefined) return undefined;
    const consumption = consumptions(message.topic);
    const events = eventsOf(consumption, [message]);
    if (events.length > 0) {
      const { redeliver: handle = consumption.handle } = consumption;
      await handleTogether({ ...consumption, handle }, events, tx);
    }
    await settle(tx, [id], 'handled');
    return { consumption, events };
  });
  if (handled !== undefined && handled.events.length > 0) afterCommit(handled);
};
