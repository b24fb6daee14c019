import { setTimeout as pause } from 'node:timers/promises';
import { type Consumer } from 'kafkajs';
import { backoffMs } from '../../../waiting/backoff';
import { type Logger } from '../../../log/logger';
import { placeName, type PlaceOffset } from '../../bus';

const retryLimits = { firstMs: 100, maxMs: 5_000 };

export interface SeekOptions {
  readonly group: string;
  readonly consumer: Consumer;
  /** Topic → the partitions this member was given. */
  readonly assigned: Readonly<Record<string, number[]>>;
  readonly loadOffsets: () => Promise<readonly PlaceOffset[]>;
  /** Runs as the partitions are given these offsets. */
  readonly onBegun: (offsets: readonly PlaceOffset[]) => void;
  /** The group has divided its partitions anew, or the member is gone. */
  readonly isOver: () => boolean;
  readonly log: Logger;
}

/**
 * Begins each partition at the offset in the group's own database, on joining and when that database went back. The
 * broker's offset is older, or newer than the state that survived a crash. kafkajs runs listeners before it fetches, so
 * the partitions are paused in time.
 */
export const seekToStored = (options: SeekOptions): void => {
  const { consumer, assigned, group, log } = options;
  const partitions = Object.entries(assigned).map(([topic, own]) => ({ topic, partitions: own }));
  consumer.pause(partitions);
  seekAndResume(options, partitions).catch((fault: unknown) => {
    log.error({ err: fault, group }, 'partitions could not be begun');
  });
};

const seekAndResume = async (
  options: SeekOptions,
  partitions: readonly { readonly topic: string; readonly partitions: number[] }[],
): Promise<void> => {
  const { consumer, isOver, onBegun } = options;
  const loaded = await loadWhileWanted(options);
  if (loaded === undefined || isOver()) return;
  const nextOf = new Map(loaded.map((offset) => [placeName(offset), offset.nextOffset]));
  const offsets = partitions.flatMap(({ topic, partitions: own }) =>
    // 0 may be older than the topic's first kept message; kafkajs goes to that one then.
    own.map((partition) => ({ topic, partition, nextOffset: nextOf.get(placeName({ topic, partition })) ?? 0 })),
  );
  for (const { nextOffset, ...place } of offsets) consumer.seek({ ...place, offset: String(nextOffset) });
  onBegun(offsets);
  consumer.resume([...partitions]);
};

const loadWhileWanted = async ({
  loadOffsets,
  isOver,
  group,
  log,
}: SeekOptions): Promise<readonly PlaceOffset[] | undefined> => {
  for (let tries = 1; !isOver(); tries += 1) {
    try {
      return await loadOffsets();
    } catch (fault) {
      log.warn({ err: fault, group, tries }, 'offsets not read');
      await pause(backoffMs(tries, retryLimits), undefined, { ref: false });
    }
  }
  return undefined;
};
