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
  // A map lists its keys in the order they were set, so the oldest entry is removed first.
  const streams = new Map<string, KnownStream<S>>();
  return {
    find: (streamId) => streams.get(streamId),
    keep: (streamId, known) => {
      const held = streams.get(streamId);
      // When two ran at once, the one that appended first may report last.
      if (held !== undefined && held.version > known.version) return;
      streams.delete(streamId);
      streams.set(streamId, known);
      if (streams.size <= streamsMax) return;
      for (const oldest of streams.keys()) {
        streams.delete(oldest);
        break;
      }
    },
    forget: (streamId) => {
      streams.delete(streamId);
    },
  };
};
