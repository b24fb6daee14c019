import { type EachBatchPayload } from 'kafkajs';
import { type Logger } from '../../../log/logger';
import { OffsetsLostError } from '../../internal/offsets-lost';
import { type Pauses } from '../../internal/pauses';
import { toIncoming } from './incoming';
import { type Intake } from './intake';
import { following, type Reading } from './reading';
import { type SchemaCodec } from './schema-codec';

export interface PartitionHandlerOptions {
  readonly group: string;
  readonly intake: Intake;
  readonly reading: Reading;
  readonly pauses: Pauses;
  /** The database is behind what was handed over: the reader must begin anew. */
  readonly onOffsetsLost: (fault: OffsetsLostError) => void;
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
    const { intake, reading, pauses, codec } = options;
    const { topic, partition } = batch;
    const last = batch.messages.at(-1);
    const from = reading.offsetOf(batch);
    if (last === undefined || from === undefined || payload.isStale() || !payload.isRunning()) return;

    const isInterrupted = reading.untilInterrupted();
    const outcome = await whileBeating(options, payload, async () => {
      const incoming = await Promise.all(batch.messages.map((message) => toIncoming(codec, batch, message)));
      return intake(following(incoming, from));
    }).catch((fault: unknown) => ({ fault }));

    // The partition is read from another offset meanwhile.
    if (isInterrupted()) return;
    if (outcome !== undefined) {
      comeAgain(options, payload, outcome.fault, isInterrupted);
      return;
    }
    pauses.forget(batch);
    reading.advance({ topic, partition, nextOffset: Number(last.offset) + 1 });
    payload.resolveOffset(last.offset);
  };

const comeAgain = (
  { pauses, log, group, onOffsetsLost }: PartitionHandlerOptions,
  payload: EachBatchPayload,
  fault: unknown,
  isInterrupted: () => boolean,
): void => {
  if (fault instanceof OffsetsLostError) {
    onOffsetsLost(fault);
    return;
  }
  const { topic, partition } = payload.batch;
  const delayMs = pauses.begin(payload.batch, performance.now());
  const resume = payload.pause();
  // Who interrupts pauses all partitions, and resumes them at the offsets where they are to begin.
  setTimeout(() => {
    if (!isInterrupted()) resume();
  }, delayMs).unref();
  log.warn({ group, topic, partition, delayMs, err: fault }, 'batch failed and comes again');
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
