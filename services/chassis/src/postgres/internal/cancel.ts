import { Client, type PoolClient } from 'pg';
import { connectionConfig, type ConnectionOptions } from './connection';

/**
 * Does work on a connection until a signal aborts: then the statement under way is cancelled, and the reason of the signal
 * is thrown. The connection is kept until the server has passed the cancellation on, so that it cannot hit the statement of
 * whoever has the connection next.
 */
export const untilAborted = async <T>(
  options: ConnectionOptions,
  client: PoolClient,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  let cancelled: Promise<void> | undefined;
  const onAbort = (): void => {
    cancelled = cancelStatementOf(options, client);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await work();
  } catch (fault) {
    signal.throwIfAborted();
    throw fault;
  } finally {
    signal.removeEventListener('abort', onAbort);
    await cancelled;
  }
};

/** On a connection of its own: those of the pool may all be busy with what nobody waits for. A fault leaves it to the timeout. */
const cancelStatementOf = async (options: ConnectionOptions, client: PoolClient): Promise<void> => {
  const { processID } = client as PoolClient & { readonly processID?: number };
  const messenger = new Client(connectionConfig({ ...options, name: `${options.name} cancel` }));
  messenger.on('error', () => undefined);
  try {
    await messenger.connect();
    await messenger.query('select pg_cancel_backend($1)', [processID]);
  } catch {
    // Nobody waits for the statement; it ends by its timeout.
  } finally {
    await messenger.end().catch(() => undefined);
  }
};
