import { connect as connectPlainly, isIP, type Socket } from 'node:net';
import { connect as connectSafely } from 'node:tls';
import { hostOf, type Target } from '@repasse/chassis/http/replicas/targets';
import { afterNextReading } from './after-next-reading';
import { createAnswerReader, type AnswerReader, type AnswerSink } from './answer-reader';

/** Receives the answer to one request, or a fault at any point before its end. */
export type Answering = AnswerSink & { readonly fault: (fault: ConnectionFault) => void };

export class ConnectionFault extends Error {
  override readonly name = 'ConnectionFault';
  /**
   * `unsent`: there was no connection, so nothing was sent. `unanswered`: the service closed a connection that had served
   * before, and not a byte of an answer had come. `unknown`: the service may have acted.
   */
  constructor(
    message: string,
    readonly reach: 'unsent' | 'unanswered' | 'unknown',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export interface Connection {
  /** Sends one request, as bytes in a latin1 text. Only when the connection is free. */
  readonly ask: (request: string, method: string | undefined, answering: Answering) => void;
  /** More of an answer is wanted, after `data` has said that there was enough. */
  readonly resume: () => void;
  readonly destroy: () => void;
}

export interface ConnectionOptions {
  readonly target: Target;
  readonly connectTimeoutMs: number;
  /** A request that has no answer, and a connection that has no request, end after as long a silence of the service. */
  readonly silenceTimeoutMs: number;
  /** The connection can take another request. */
  readonly onFree: (connection: Connection) => void;
  /** May be called more than once. */
  readonly onClosed: (connection: Connection) => void;
}

interface Exchange {
  readonly reader: AnswerReader;
  readonly fault: Answering['fault'];
}

/**
 * One connection to a service, one request at a time. Node's own client makes a request, an answer and two streams of
 * each exchange, which costs more than all the rest of the edge does for it.
 */
export const openConnection = (options: ConnectionOptions): Connection => {
  const { target, connectTimeoutMs, silenceTimeoutMs, onFree, onClosed } = options;
  const socket = connectTo(target);
  let exchange: Exchange | undefined;
  let asked = 0;
  let cause: Error | undefined;
  let isConnected = false;
  let isEnding = false;
  let isAbandoned = false;

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
  socket.setTimeout(connectTimeoutMs, () => drop(new Error(`Nothing came for ${socket.timeout} ms.`)));
  socket.once(isSafe(target) ? 'secureConnect' : 'connect', () => {
    isConnected = true;
    socket.setTimeout(silenceTimeoutMs);
  });
  socket.on('error', (fault) => (cause ??= fault));
  socket.on('close', () => {
    onClosed(connection);
    exchange?.fault(new ConnectionFault('The service broke off.', reachOf(exchange), { cause }));
    exchange = undefined;
  });

  const reachOf = ({ reader }: Exchange): ConnectionFault['reach'] => {
    if (!isConnected && !isAbandoned) return 'unsent';
    return asked > 1 && !reader.hasBegun() && isLoss(cause) ? 'unanswered' : 'unknown';
  };

  const connection: Connection = {
    ask: (request, method, answering) => {
      asked += 1;
      exchange = { reader: createAnswerReader(method, answering), fault: answering.fault };
      socket.write(request, 'latin1');
    },
    resume: () => void socket.setTimeout(silenceTimeoutMs).resume(),
    destroy: () => {
      isAbandoned = true;
      drop(new Error('The caller no longer waits for the answer.'));
    },
  };
  return connection;
};

/** The service closed the connection; our timeouts and a client who left are treated differently. */
const isLoss = (cause: NodeJS.ErrnoException | undefined): boolean =>
  cause === undefined || cause.code === 'ECONNRESET' || cause.code === 'EPIPE';

const isSafe = ({ url }: Target): boolean => new URL(url).protocol === 'https:';

const connectTo = (target: Target): Socket => {
  const name = hostOf(target.url);
  const host = target.address ?? name;
  const { port } = new URL(target.url);
  // The certificate is of the name, and an address is no name of a server.
  if (isSafe(target)) {
    return connectSafely({
      host,
      port: Number(port || 443),
      ...(isIP(name) === 0 && { servername: name }),
    }).setNoDelay();
  }
  return connectPlainly({ host, port: Number(port || 80), noDelay: true });
};
