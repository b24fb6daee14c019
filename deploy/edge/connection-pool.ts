import { openConnection, type Connection } from './connection';

export type ConnectionPool = {
  /** One that is idle, or else a new one. It comes back by itself when its answer is whole. */
  readonly take: () => Connection;
  readonly open: () => Connection;
  readonly close: () => void;
};

/**
 * A little more than the longest answer of a service: a webhook that is sent again takes up to 10 s. An idle connection
 * ends after the same time, well before the service closes it (65 s).
 */
const silenceTimeoutMs = 30_000;

/** Idle connections to one service. As many more are open as there are requests under way. */
const idleConnectionsMax = 256;

export const createConnectionPool = (url: URL): ConnectionPool => {
  const idle: Connection[] = [];
  const onFree = (connection: Connection): void => {
    if (idle.length < idleConnectionsMax) idle.push(connection);
    else connection.destroy();
  };
  const onClosed = (connection: Connection): void => {
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
  };
  const open = (): Connection => openConnection({ url, silenceTimeoutMs, onFree, onClosed });
  return {
    // The one that was used last: the others become old, and close.
    take: () => idle.pop() ?? open(),
    open,
    close: () => {
      for (const connection of idle.splice(0)) connection.destroy();
    },
  };
};
