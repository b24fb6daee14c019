import { createLatestMap } from '../../latest-map';
import { type KnownStream } from './executor';

/**
 * Streams as this process last left them. An append checks the version, as after a load; a decision without an append
 * must be checked against the database, because another process may have appended.
 */
export interface RecentStreams<S> {
  find(streamId: string): KnownStream<S> | undefined;
  keep(streamId: string, known: KnownStream<S>): void;
  forget(streamId: string): void;
}

export const createRecentStreams = <S>(streamsMax: number): RecentStreams<S> => {
  const streams = createLatestMap<KnownStream<S>>(streamsMax);
  return {
    find: (streamId) => streams.get(streamId),
    keep: (streamId, known) => {
      const held = streams.get(streamId);
      // When two ran at once, the one that appended first may report last.
      if (held !== undefined && held.version > known.version) return;
      streams.set(streamId, known);
    },
    forget: (streamId) => streams.delete(streamId),
  };
};
