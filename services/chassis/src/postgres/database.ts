import { Pool, type PoolClient } from 'pg';
import { type Logger } from '../log/logger';
import { type Metrics } from '../telemetry/metrics';
import { answerOf } from './internal/answer';
import { awaitAdvisoryLock, holdAdvisoryLock, type HeldLock } from './internal/advisory-lock';
import { untilAborted } from './internal/cancel';
import { answerTimeoutMs, connectionConfig, type ConnectionOptions } from './internal/connection';
import { isConnectionFault } from './faults';
import { lazyCommit } from './lazy-commit';
import { keepListening } from './internal/listen';
import { measurePool } from './internal/pool-metrics';
import { onClient } from './internal/statements';
import { type Tx } from './internal/tx';

export { type Tx } from './internal/tx';

export interface Database extends Tx {
  readonly url: string;
  readonly name: string;
  /**
   * The same database for work that is no longer needed once the signal aborts, as when a caller has gone: the statement
   * under way is cancelled on the server, later ones are not sent, and the reason of the signal is thrown.
   */
  until(signal: AbortSignal): Pick<Database, 'query' | 'transaction'>;
  /** Commits when `work` resolves and rolls back when it throws. READ COMMITTED. */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Calls back on every NOTIFY of the channel, on a connection of its own that is reopened after a loss. Poll as well:
   * a NOTIFY may be missed while reconnecting (the callback then runs once, with '').
   */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>;
  /** Tries once to take the session lock of that name; undefined while another session has it. */
  holdAdvisoryLock(name: string): Promise<HeldLock | undefined>;
  /** Stands by until the lock is free; undefined when the signal came first. */
  awaitAdvisoryLock(name: string, signal: AbortSignal): Promise<HeldLock | undefined>;
  close(): Promise<void>;
}

export interface TransactionOptions {
  /**
   * False for work that is repeated after a crash of the server anyway: the commit then takes effect at once, but a
   * crash may undo the commits of the last few hundred milliseconds, always the later before the earlier.
   */
  readonly waitsForDisk?: boolean;
}

export interface DatabaseOptions extends ConnectionOptions {
  readonly poolMax?: number;
  readonly log?: Logger;
  /** Shows the use of the pool under the database's name. */
  readonly metrics?: Metrics;
}

/** Enough for a service on a small machine: PostgreSQL does more work with few busy connections than with many. */
const poolMaxDefault = 10;

/**
 * A connection that is opened when several statements meet costs PostgreSQL 20 ms of CPU, just when there is none to
 * spare. So those of a load outlive its pauses.
 */
const idleTimeoutMs = 60_000;

export const openDatabase = (options: DatabaseOptions): Database => {
  const { poolMax: max = poolMaxDefault } = options;
  const pool = new Pool({ ...connectionConfig(options), max, pipeline: true, idleTimeoutMillis: idleTimeoutMs });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (fault) => options.log?.warn({ err: fault }, 'idle database connection lost'));
  const timeoutMs = answerTimeoutMs(options);
  if (options.metrics !== undefined) measurePool(pool, options.metrics, { name: options.name, max });

  return {
    url: options.url,
    name: options.name,
    query: (sql, params) => withClient(pool, (client) => onClient(client, timeoutMs).query(sql, params)),
    transaction: (work, how) => withClient(pool, (client) => inTransaction(client, timeoutMs, work, how)),
    until: (signal) => ({
      query: (sql, params) =>
        withClient(pool, (client) =>
          untilAborted(options, client, signal, () => onClient(client, timeoutMs).query(sql, params)),
        ),
      transaction: (work, how) =>
        withClient(pool, (client) =>
          untilAborted(options, client, signal, () =>
            inTransaction(client, timeoutMs, (tx) => work(refusingAfter(signal, tx)), how),
          ),
        ),
    }),
    listen: (channel, onNotify) => keepListening(options, channel, onNotify, options.log),
    holdAdvisoryLock: (name) => holdAdvisoryLock(options, name),
    awaitAdvisoryLock: (name, signal) => awaitAdvisoryLock(options, name, signal),
    close: async () => {
      await pool.end();
    },
  };
};

const inTransaction = async <T>(
  client: PoolClient,
  timeoutMs: number,
  work: (tx: Tx) => Promise<T>,
  { waitsForDisk = true }: TransactionOptions = {},
): Promise<T> => {
  const send = (text: string) => answerOf(client, { text }, timeoutMs);
  try {
    // Sent with the first statement of the work, not before it: one round trip less.
    const begun = send(waitsForDisk ? 'begin' : `begin; select ${lazyCommit}`);
    begun.catch(ignoreFault);
    const result = await work(onClient(client, timeoutMs));
    await begun;
    const { command } = await send('commit');
    // A caller that swallowed the fault of a statement would rely on effects that were rolled back.
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back, since a statement of it had failed.');
    return result;
  } catch (fault) {
    await send('rollback').catch(ignoreFault);
    throw fault;
  }
};

/** A cancellation between two statements hits none. */
const refusingAfter = (signal: AbortSignal, tx: Tx): Tx => ({
  query: async <R extends object>(sql: string, params?: readonly unknown[]) => {
    signal.throwIfAborted();
    return tx.query<R>(sql, params);
  },
});

const withClient = async <T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> => {
  const client = await acquire(pool);
  let isBroken = false;
  try {
    return await work(client);
  } catch (fault) {
    isBroken = isConnectionFault(fault);
    throw fault;
  } finally {
    client.off('error', ignoreFault);
    // Nor may a connection go back to the pool whose transaction could not be ended.
    client.release(isBroken || client.getTransactionStatus() !== 'I');
  }
};

/**
 * The pool listens to the faults of idle connections only. The statement under way gets a fault anyway, but without a
 * listener it would also end the process. A server that stops says so right behind its welcome, and both may be read in
 * one chunk, before a promise resolves with the connection: so the listener is attached earlier.
 */
const acquire = (pool: Pool): Promise<PoolClient> =>
  new Promise((resolve, fail) => {
    pool.connect((fault, client) => {
      if (client === undefined) {
        fail(fault ?? new Error('The pool gave neither a connection nor a reason.'));
        return;
      }
      client.on('error', ignoreFault);
      resolve(client);
    });
  });

const ignoreFault = (): void => undefined;
