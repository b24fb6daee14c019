import { Client } from 'pg';
import { connectionConfig, type ConnectionOptions } from './connection';
import { type Tx } from './tx';
import { inTurn } from './statements';

/** One connection of its own, for what belongs to a session: advisory locks and LISTEN. */
export interface Session extends Tx {
  isAlive(): boolean;
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
  await client.query(keepAliveSettings);

  return {
    ...inTurn(client),
    isAlive: () => isAlive,
    onLost: (listener) => lostListeners.push(listener),
    onNotification: (listener) =>
      client.on('notification', ({ channel, payload }) => {
        listener(channel, payload ?? '');
      }),
    close: async () => {
      isAlive = false;
      await client.end().catch(() => undefined);
    },
  };
};
