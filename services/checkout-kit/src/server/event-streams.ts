import { Readable } from 'node:stream';
import { type Logger } from '@repasse/chassis/log/logger';
import { every } from '@repasse/chassis/waiting/poll';

export interface EventStreams {
  /** The reason instead of a stream: its id or its address has enough, or the process has, also once it is stopping. */
  open(reader: Reader): EventStream | 'id' | 'address' | 'full';
  /** Ends all of them; browsers reconnect by themselves, to another instance. */
  stop(): Promise<void>;
}

export interface Reader {
  /** The id of the watched object. */
  readonly id: string;
  /** The address of the watching client. */
  readonly address: string;
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

/** A payer has a page in some tabs and devices, and a merchant shows it in an app; a link that is spread is for polling. */
export const streamsPerIdMax = 20;

/** Offices and mobile networks put many payers behind one address; those beyond this ask by polling. */
export const streamsPerAddressMax = 200;

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
  const ofId = createTally();
  const ofAddress = createTally();
  const heartbeat = every({
    name: 'heartbeat of pages',
    intervalMs: heartbeatMs,
    firstDelayMs: heartbeatMs,
    log,
    run: async () => readables.forEach((readable) => push(readable, beat)),
  });
  let isStopped = false;

  return {
    open: ({ id, address }) => {
      if (isStopped || open.size >= streamsMax) return 'full';
      if (ofId.of(id) >= streamsPerIdMax) return 'id';
      if (ofAddress.of(address) >= streamsPerAddressMax) return 'address';
      const readable = new Readable({ read: () => undefined });
      const stream = streamOn(readable);
      open.add(stream);
      readables.add(readable);
      ofId.add(id, 1);
      ofAddress.add(address, 1);
      stream.onClose(() => {
        ofId.add(id, -1);
        ofAddress.add(address, -1);
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

/** Counts by key; a key whose count is 0 is removed. */
const createTally = () => {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string, change: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};

const streamOn = (readable: Readable): EventStream => ({
  readable,
  send: (event, data) => push(readable, `event: ${event}\ndata: ${jsonOf(data)}\n\n`),
  end: () => {
    if (!readable.destroyed) readable.push(null);
  },
  onClose: (close) => readable.once('close', close),
});

/** One state goes to many readers. */
const jsonOf = (data: object): string => {
  if (written?.data !== data) written = { data, json: JSON.stringify(data) };
  return written.json;
};
let written: { readonly data: object; readonly json: string } | undefined;

const push = (readable: Readable, text: string): void => {
  if (readable.destroyed || readable.readableEnded) return;
  if (readable.readableLength > unreadBytesMax) readable.destroy();
  else readable.push(text);
};
