import { type HeldOutbox } from './held-outbox';
import { createPublish, type Publish, type PublishOptions } from './publish';

export interface RoundOptions extends PublishOptions {
  readonly batchMessages: number;
  /** The outbox is read this often, whatever was notified. */
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
    const { reader, commits } = outbox;
    const publish = createPublish(outbox, options);
    try {
      if (performance.now() - readAtMs >= readIntervalMs || reader.sentCount() >= sentRowsMax) commits.forget();
      const messages = commits.take();
      if (messages !== undefined) {
        await publish(messages);
        return false;
      }
      readAtMs = performance.now();
      const wereMany = await drain(outbox, publish, options);
      if (wereMany) commits.forget();
      return wereMany;
    } catch (fault) {
      reader.putBack();
      commits.forget();
      throw fault;
    }
  };
};

/**
 * Reads and publishes until the outbox is empty. While more than one batch waits, the next is read as the bus takes this
 * one. Both have ended when it returns or throws: a batch that came after the others were put back would stay taken.
 */
const drain = async (
  { reader }: HeldOutbox,
  publish: Publish,
  { signal, batchMessages }: RoundOptions,
): Promise<boolean> => {
  let wereMany = false;
  let batch = await reader.take();
  while (batch.length > 0) {
    const isMoreLikely = batch.length >= batchMessages && !signal.aborted;
    wereMany ||= isMoreLikely;
    const [next, published] = await Promise.allSettled([isMoreLikely ? reader.take() : [], publish(batch)]);
    if (published.status === 'rejected') throw published.reason;
    if (next.status === 'rejected') throw next.reason;
    batch = next.value;
  }
  return wereMany;
};
