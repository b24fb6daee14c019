import { type EachBatchPayload } from 'kafkajs';
import { type Logger } from '../../log/logger';
import { type Pauses } from '../pauses';
import { type ToldOffsets } from '../told-offsets';
import { toIncoming } from './incoming';
import { type Intake } from './intake';
import { type SchemaCodec } from './schema-codec';

export interface PartitionHandlerOptions {
  readonly group: string;
  readonly intake: Intake;
  readonly pauses: Pauses;
  readonly told: ToldOffsets;
  readonly codec: SchemaCodec;
  readonly log: Logger;
  readonly heartbeatIntervalMs: number;
}

/**
 * The function kafkajs calls with the messages of one partition. When their handler fails, the partition is paused and
 * unresolved messages are fetched again, never skipped. The other partitions go on meanwhile; they would not if the
 * wait were in here, because kafkajs fetches again only when every partition of a fetch is done.
 */
export const createPartitionHandler =
  (options: PartitionHandlerOptions) =>
  async (payload: EachBatchPayload): Promise<void> => {
    const { batch } = payload;
    const { intake, pauses, told, codec, log, group } = options;
    const { topic, partition } = batch;
    const last = batch.messages.at(-1);
    if (last === undefined || payload.isStale() || !payload.isRunning()) return;

    const outcome = await whileBeating(options, payload, async () => {
      const incoming = await Promise.all(batch.messages.map((message) => toIncoming(codec, batch, message)));
      const result = await intake(incoming);
      if (result === undefined) told.consumed(incoming);
      return result;
    }).catch((fault: unknown) => ({ fault }));

    if (outcome === undefined) {
      pauses.forget(batch);
      payload.resolveOffset(last.offset);
      return;
    }
    const delayMs = pauses.begin(batch, performance.now());
    setTimeout(payload.pause(), delayMs).unref();
    log.warn({ group, topic, partition, delayMs, err: outcome.fault }, 'batch failed and comes again');
  };

/** A handler may take longer than the group waits for a sign of life, so signs are given while it works. */
const whileBeating = async <T>(
  { heartbeatIntervalMs }: PartitionHandlerOptions,
  payload: EachBatchPayload,
  work: () => Promise<T>,
): Promise<T> => {
  // A group that no longer counts this member says so to the fetch, too, which then joins again.
  const timer = setInterval(() => void payload.heartbeat().catch(() => undefined), heartbeatIntervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
