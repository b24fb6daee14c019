import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type ServerOptions } from 'node:https';
import { type AddressInfo } from 'node:net';

export interface StandIn {
  readonly url: string;
  /** Ends the connections of calls under way, as a peer that dies does. */
  readonly hangUp: () => void;
  readonly stop: () => Promise<void>;
  /** Listens again on the same port after a stop. */
  readonly restart: () => Promise<void>;
}

/**
 * As our own servers have it. With Node's five seconds a call that comes then meets a connection that is just being closed,
 * and is lost: that fault belongs in tests of it alone.
 */
const keepAliveMs = 65_000;

export interface StandInOptions {
  readonly tls?: ServerOptions;
}

/** An HTTP server on a free port of this machine that stands in for another party. */
export const startStandIn = async (
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
  { tls }: StandInOptions = {},
): Promise<StandIn> => {
  const onRequest = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      await handle(request, response);
    } catch (fault) {
      // A caller that hung up before its request was read is none of the stand-in's.
      if (!request.readableAborted) throw fault;
    }
  };
  const listener = (request: IncomingMessage, response: ServerResponse) => void onRequest(request, response);
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.keepAliveTimeout = keepAliveMs;
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    hangUp: () => server.closeAllConnections(),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    restart: () => listen(port),
  };
};

/** The body of a request as text. */
export const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};
