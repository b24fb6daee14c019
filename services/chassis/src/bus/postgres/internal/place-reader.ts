import { type Logger } from '../../../log/logger';
import { type Database } from '../../../postgres/database';
import { maxBatchMessagesDefault, placeName, type IncomingMessage, type SubscribeOptions } from '../../bus';
import { handOver, offsetsBehind } from '../../internal/by-place';
import { createPauses } from '../../internal/pauses';
import { type ReportedOffsets } from '../../internal/reported-offsets';
import { fetchMessages } from './fetch';
import { type OwnedPlaces } from './owned-places';

/** Reads the partitions a member owns. */
export interface PlaceReader {
  /** Known new messages of all partitions that are not paused: those that came with notifications, and the others fetched. */
  take(): Promise<readonly IncomingMessage[]>;
  /** False when a part of it failed: the caller must then read which offsets took effect. */
  deliver(messages: readonly IncomingMessage[]): Promise<boolean>;
  /** Until a partition that failed is tried again; undefined when none pauses. */
  pausesForMs(): number | undefined;
}

export interface PlaceReaderOptions extends SubscribeOptions {
  readonly db: Database;
  readonly owned: OwnedPlaces;
  readonly reported: ReportedOffsets;
  readonly log: Logger;
}

export const createPlaceReader = (options: PlaceReaderOptions): PlaceReader => {
  const { group, onBatch, db, owned, reported, log, maxBatchMessages = maxBatchMessagesDefault } = options;
  const pauses = createPauses();

  return {
    take: async () => {
      const now = performance.now();
      const unread = owned.unread().filter((place) => pauses.isOver(place, now));
      const places = unread.slice(0, maxBatchMessages);
      const limit = Math.max(1, Math.floor(maxBatchMessages / places.length));
      const notified = places.flatMap((place) => owned.notified(place, limit));
      const known = new Set(notified.map(placeName));
      const silent = places.filter((place) => !known.has(placeName(place)));
      if (silent.length === 0) return notified;
      const fetched = await fetchMessages(db, silent, limit);
      owned.fetched(silent, fetched, limit);
      return [...notified, ...fetched];
    },
    deliver: async (messages) => {
      const failures = await handOver(messages, onBatch);
      const failed = new Set(failures.map(placeName));
      const consumed = messages.filter((message) => !failed.has(placeName(message)));
      owned.advance(consumed);
      reported.reached(offsetsBehind(consumed));
      for (const message of consumed) pauses.forget(message);
      for (const { topic, partition, fault } of failures) {
        const delayMs = pauses.begin({ topic, partition }, performance.now());
        log.warn({ err: fault, group, topic, partition, delayMs }, 'batch failed and comes again');
      }
      return failures.length === 0;
    },
    pausesForMs: () => pauses.nextOverInMs(performance.now()),
  };
};
