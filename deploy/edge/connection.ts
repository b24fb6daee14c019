import { connect as connectPlainly, type Socket } from 'node:net';
import { connect as connectSafely } from 'node:tls';
import { afterNextReading } from './after-next-reading';
import { createAnswerReader, type AnswerReader, type AnswerSink } from './answer-reader';

/** Receives the answer to one request, or a fault at any point before its end. */
export type Answering = AnswerSink & { readonly fault: (fault: ConnectionFault) => void };

export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
  /** `isUnheard`: the service closed a connection that had served before, and not a byte of an answer had come. */
  constructor(
    message: string,
    readonly isUnheard: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export type Connection = {
  /** Sends one request, as bytes in a latin1 text. Only when the connection is free. */
  readonly ask: (request: string, method: string | undefined, answering: Answering) => void;
  /** More of an answer is wanted, after `data` has said that there was enough. */
  readonly resume: () => void;
  readonly destroy: () => void;
};

export type ConnectionOptions = {
  readonly url: URL;
  /** A request that has no answer, and a connection that has no request, end after as long a silence of the service. */
  readonly silenceTimeoutMs: number;
  /** The connection can take another request. */
  readonly onFree: (connection: Connection) => void;
  /** May be called more than once. */
  readonly onClosed: (connection: Connection) => void;
};

type Exchange = { readonly reader: AnswerReader; readonly fault: Answering['fault'] };

/**
 * One connection to a service, one request at a time. Node's own client makes a request, an answer and two streams of
 * each exchange, which costs more than all the rest of the edge does for it.
 */
export const openConnection = ({ url, silenceTimeoutMs, onFree, onClosed }: ConnectionOptions): Connection => {
  const socket = connectTo(url);
  let exchange: Exchange | undefined;
  let asked = 0;
  let cause: Error | undefined;
  let isEnding = false;

  const drop = (why?: Error): void => {
    cause ??= why;
    // At once, so that no request gets a connection that is being closed.
    onClosed(connection);
    socket.destroy();
  };

  const take = (bytes: Buffer): void => {
    // Bytes without a request could be taken for the next one's answer.
    if (exchange === undefined) return drop();
    const { reader } = exchange;
    const reading = reader.take(bytes);
    if (reading === 'full') pause();
    if (reading !== 'whole') return;
    exchange = undefined;
    if (reader.isKeptAlive()) freeWhenQuiet();
    else drop();
  };

  /** The service is not silent while nothing is read from it. A client that takes nothing loses its own connection. */
  const pause = (): void => void socket.pause().setTimeout(0);

  /** Bytes that stand behind a finished answer, and have not been read, would be taken for the next request's. */
  const freeWhenQuiet = (): void =>
    afterNextReading(() => {
      if (!socket.destroyed && !isEnding) onFree(connection);
    });

  socket.on('data', (bytes: Buffer) => {
    try {
      take(bytes);
    } catch (fault) {
      drop(fault as Error);
    }
  });
  socket.on('end', () => {
    isEnding = true;
    if (exchange?.reader.takeEnd() === true) exchange = undefined;
    onClosed(connection);
  });
  socket.setTimeout(silenceTimeoutMs, () => drop(new Error(`Nothing came for ${silenceTimeoutMs} ms.`)));
  socket.on('error', (fault) => (cause ??= fault));
  socket.on('close', () => {
    onClosed(connection);
    const isUnheard = asked > 1 && exchange?.reader.hasBegun() === false && isLoss(cause);
    exchange?.fault(new ConnectionFault('The service broke off.', isUnheard, { cause }));
    exchange = undefined;
  });

  const connection: Connection = {
    ask: (request, method, answering) => {
      asked += 1;
      exchange = { reader: createAnswerReader(method, answering), fault: answering.fault };
      socket.write(request, 'latin1');
    },
    resume: () => void socket.setTimeout(silenceTimeoutMs).resume(),
    destroy: () => drop(new Error('The caller no longer waits for the answer.')),
  };
  return connection;
};

/** The service closed the connection; our timeouts and a client who left are treated differently. */
const isLoss = (cause: NodeJS.ErrnoException | undefined): boolean =>
  cause === undefined || cause.code === 'ECONNRESET' || cause.code === 'EPIPE';

const connectTo = ({ protocol, hostname, port }: URL): Socket => {
  // A URL writes an IPv6 address in brackets, a socket does not.
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol === 'https:') return connectSafely({ host, port: Number(port || 443) }).setNoDelay();
  return connectPlainly({ host, port: Number(port || 80), noDelay: true });
};
