import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { answerTimeoutMs, connectionConfig, type ConnectionOptions } from './internal/connection';
import { type Tx } from './internal/tx';
import { inTurn, onClient } from './internal/statements';

/** One connection of its own, for session state: advisory locks and LISTEN. */
export interface Session extends Tx {
  isAlive(): boolean;
  /** When the latest statement was sent that the server has answered, by the process's monotonic clock. */
  answeredAtMs(): number;
  /** Called once, when the connection is gone for whatever reason but close(). */
  onLost(listener: () => void): void;
  onNotification(listener: (channel: string, payload: string) => void): void;
  close(): Promise<void>;
}

/**
 * A peer that vanished without a word (cable, power) is noticed in about 20 seconds, and its locks are freed. A killed
 * process is noticed at once, because its kernel closes the socket.
 */
const keepAliveSettings =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 2; set tcp_user_timeout = 20000';

const closeTimeoutMs = 2_000;

export const openSession = async (options: ConnectionOptions): Promise<Session> => {
  const client = new Client(connectionConfig(options));
  const lostListeners: (() => void)[] = [];
  let isAlive = true;
  const lose = () => {
    if (!isAlive) return;
    isAlive = false;
    for (const listener of lostListeners) listener();
  };
  client.on('error', lose);
  client.on('end', lose);
  await client.connect();
  const statements = onClient(client, answerTimeoutMs(options));
  try {
    await statements.query(keepAliveSettings);
  } catch (fault) {
    await close(client);
    throw fault;
  }

  const ordered = inTurn(statements);
  let answeredAtMs = performance.now();
  return {
    query: async <R extends object>(sql: string, params?: readonly unknown[]) => {
      const sentAtMs = performance.now();
      const rows = await ordered.query<R>(sql, params);
      answeredAtMs = sentAtMs;
      return rows;
    },
    isAlive: () => isAlive,
    answeredAtMs: () => answeredAtMs,
    onLost: (listener) => lostListeners.push(listener),
    onNotification: (listener) =>
      client.on('notification', ({ channel, payload }) => {
        listener(channel, payload ?? '');
      }),
    close: async () => {
      isAlive = false;
      await close(client);
    },
  };
};

/** Says goodbye, but does not wait for a server that no longer answers: its socket goes with this process. */
const close = async (client: Client): Promise<void> => {
  const givenUp = new AbortController();
  await Promise.race([
    client.end().catch(() => undefined),
    pause(closeTimeoutMs, undefined, { ref: false, signal: givenUp.signal }).catch(() => undefined),
  ]);
  givenUp.abort();
};
