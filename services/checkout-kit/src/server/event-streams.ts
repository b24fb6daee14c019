import { Readable } from 'node:stream';
import type { Logger } from '@repasse/chassis/log/logger';
import { every } from '@repasse/chassis/waiting/poll';

export interface EventStreams {
  /** Undefined when there are as many as one process should hold, and once it is stopping. */
  open(): EventStream | undefined;
  /** Ends all of them; browsers reconnect by themselves, to another instance. */
  stop(): Promise<void>;
}

export interface EventStream {
  readonly readable: Readable;
  send(event: string, data: object): void;
  end(): void;
  /** Called once, however the stream ends. */
  onClose(close: () => void): void;
}

/** Each holds a socket and a few kilobytes; more pages than this at once ask by polling instead. */
const streamsMax = 5_000;

/** An event and no comment, so that the page notices when it stays away. */
const beat = 'event: beat\ndata:\n\n';

/** Below the idle limits of proxies on the way: the edge's is 30 s, common load balancers' are 60 s. */
const heartbeatMs = 10_000;

/** A reader that takes nothing is gone; a state has five kilobytes at most. */
const unreadBytesMax = 64 * 1_024;

/** How soon a browser reconnects. */
const retryMs = 2_000;

/** Server-sent events to many readers, with one heartbeat for all. */
export const createEventStreams = (log: Logger): EventStreams => {
  const open = new Set<EventStream>();
  const readables = new Set<Readable>();
  const heartbeat = every({
    name: 'heartbeat of pages',
    intervalMs: heartbeatMs,
    firstDelayMs: heartbeatMs,
    log,
    run: async () => readables.forEach((readable) => push(readable, beat)),
  });
  let isStopped = false;

  return {
    open: () => {
      if (isStopped || open.size >= streamsMax) return undefined;
      const readable = new Readable({ read: () => undefined });
      const stream = streamOn(readable);
      open.add(stream);
      readables.add(readable);
      stream.onClose(() => {
        open.delete(stream);
        readables.delete(readable);
      });
      push(readable, `retry: ${retryMs}\n\n`);
      return stream;
    },
    stop: () => {
      isStopped = true;
      for (const stream of open) stream.end();
      return heartbeat.stop();
    },
  };
};

const streamOn = (readable: Readable): EventStream => ({
  readable,
  send: (event, data) => push(readable, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
  end: () => {
    if (!readable.destroyed) readable.push(null);
  },
  onClose: (close) => readable.once('close', close),
});

const push = (readable: Readable, text: string): void => {
  if (readable.destroyed || readable.readableEnded) return;
  if (readable.readableLength > unreadBytesMax) readable.destroy();
  else readable.push(text);
};
