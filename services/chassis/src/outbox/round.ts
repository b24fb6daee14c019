import { type Bus } from '../bus/bus';
import { faultPoint } from '../faults/fault-point';
import { type HeldOutbox } from './held-outbox';
import { type OutboxMessage } from './outbox-message';

export interface RoundOptions {
  readonly bus: Pick<Bus, 'publish' | 'isElsewhere'>;
  readonly batchMessages: number;
  /** The outbox is read this often, whatever was heard. */
  readonly readIntervalMs: number;
  readonly signal: AbortSignal;
}

/** Rows that were sent and wait to be deleted by a reading: what a crash sends again at most. */
const sentRowsMax = 1_000;

/**
 * Sends what waits. Returns whether there was more than a batch: so many sent rows are not left for later to delete, and
 * the next round reads again.
 */
export const createRound = (options: RoundOptions): ((outbox: HeldOutbox) => Promise<boolean>) => {
  const { readIntervalMs } = options;
  let readAtMs = -Infinity;

  return async (outbox) => {
    const { reader, heard } = outbox;
    try {
      if (performance.now() - readAtMs >= readIntervalMs || reader.sentCount() >= sentRowsMax) heard.forget();
      const messages = heard.take();
      if (messages !== undefined) {
        await publish(outbox, messages, options);
        return false;
      }
      readAtMs = performance.now();
      const wereMany = await drain(outbox, options);
      if (wereMany) heard.forget();
      return wereMany;
    } catch (fault) {
      reader.putBack();
      heard.forget();
      throw fault;
    }
  };
};

/**
 * Reads and publishes until the outbox is empty. While more than one batch waits, the next is read as the bus takes this
 * one.
 */
const drain = async (outbox: HeldOutbox, options: RoundOptions): Promise<boolean> => {
  const { signal, batchMessages } = options;
  const { reader } = outbox;
  let wereMany = false;
  let batch = await reader.take();
  while (batch.length > 0) {
    const isMoreLikely = batch.length === batchMessages && !signal.aborted;
    wereMany ||= isMoreLikely;
    const [next] = await Promise.all([isMoreLikely ? reader.take() : [], publish(outbox, batch, options)]);
    batch = next;
  }
  return wereMany;
};

const publish = async (
  { reader, heard }: HeldOutbox,
  messages: readonly OutboxMessage[],
  { bus }: RoundOptions,
): Promise<void> => {
  if (messages.length === 0) return;
  // A crash of PostgreSQL must not take back an event that another server has.
  if (bus.isElsewhere && messages.some(({ wasFlushed }) => !wasFlushed)) await reader.awaitFlush();
  await bus.publish(messages);
  faultPoint('relay.after_publish');
  reader.sent(messages);
  heard.sent(messages);
};
