import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { limitHeaders } from './internal/header-limit';
import { oneAtATime } from './internal/one-at-a-time';

const drains = new WeakMap<RequestListener, () => void>();

/** The application's callback for when its server stops listening. */
export const onDrain = (app: RequestListener, drain: () => void): void => {
  drains.set(app, drain);
};

export interface Listening {
  readonly url: string;
  readonly port: number;
  /** Stops accepting, lets requests in flight finish for at most `timeoutMs`, then cuts the rest. */
  close(timeoutMs?: number): Promise<void>;
}

/**
 * Longer than callers keep an idle connection (common load balancers 60 s, the edge 30 s, our HTTP client 20 s), so that
 * they close first and never send a request into a connection that is being closed.
 */
const keepAliveMs = 65_000;

/** A whole request has to arrive within this; who sends slower is occupying a connection on purpose. */
const requestTimeoutMs = 15_000;

/**
 * A connection ends after as long without a byte in either direction, a client's silence while it is sent something too.
 * Longer than any operation takes and streams of pages are silent. A slow network takes bytes in bursts: at 10 KB/s the system
 * says nothing for a minute and more.
 */
const silenceTimeoutMs = 300_000;

/** How often connections are looked at for that; node's own half a minute would be twice the limit. */
const connectionsCheckMs = 5_000;

/** Longer than the slowest operation, shorter than the lifecycle waits for a hook. */
const closeTimeoutMsDefault = 10_000;

/** Serves on a port (0 for a free one) of every interface unless `host` says otherwise. */
export const listen = async (
  app: RequestListener,
  port: number,
  options: { readonly host?: string } = {},
): Promise<Listening> => {
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: connectionsCheckMs,
    },
    oneAtATime(limitHeaders(app)),
  );
  // 0 is no limit: `limitHeaders` has one that says so.
  server.maxHeadersCount = 0;
  server.timeout = silenceTimeoutMs;
  await new Promise<void>((resolve, refuse) => {
    server.once('error', refuse);
    server.listen({ port, ...options }, () => {
      server.off('error', refuse);
      resolve();
    });
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://localhost:${address.port}`,
    port: address.port,
    close: (timeoutMs = closeTimeoutMsDefault) => {
      drains.get(app)?.();
      return close(server, timeoutMs);
    },
  };
};

const close = (server: Server, timeoutMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
