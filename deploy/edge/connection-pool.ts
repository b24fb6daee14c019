import { type Target } from '@repasse/chassis/http/replicas/targets';
import { openConnection, type Connection } from './connection';

export interface ConnectionPool {
  /** One that is idle, or else a new one. It comes back by itself when its answer is whole. */
  readonly take: () => Connection;
  readonly open: () => Connection;
  /** Of a service that is about to stop none is kept: it would be closed just when the next request goes out. */
  readonly keepIdle: (keepsIdle: boolean) => void;
  readonly close: () => void;
}

/**
 * A little more than the longest answer of a service: a webhook that is sent again takes up to 10 s. An idle connection
 * ends after the same time, well before the service closes it (65 s).
 */
const silenceTimeoutMs = 30_000;

/** The service is near. A machine that is gone answers nothing at all, and another process may still be asked. */
const connectTimeoutMs = 2_000;

/** Idle connections to one service. As many more are open as there are requests under way. */
const idleConnectionsMax = 256;

export const createConnectionPool = (target: Target): ConnectionPool => {
  const idle: Connection[] = [];
  let keepsIdle = true;
  const onFree = (connection: Connection): void => {
    if (keepsIdle && idle.length < idleConnectionsMax) idle.push(connection);
    else connection.destroy();
  };
  const onClosed = (connection: Connection): void => {
    const at = idle.indexOf(connection);
    if (at >= 0) idle.splice(at, 1);
  };
  const open = (): Connection => openConnection({ target, connectTimeoutMs, silenceTimeoutMs, onFree, onClosed });
  const closeIdle = (): void => {
    for (const connection of idle.splice(0)) connection.destroy();
  };
  return {
    // The one that was used last: the others become old, and close.
    take: () => idle.pop() ?? open(),
    open,
    keepIdle: (kept) => {
      keepsIdle = kept;
      if (!kept) closeIdle();
    },
    close: () => {
      keepsIdle = false;
      closeIdle();
    },
  };
};
