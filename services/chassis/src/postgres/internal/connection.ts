import { type ClientConfig } from 'pg';
import { addressOf } from '../server-access';
import { columnTypes } from './types';

/** A connection that takes longer than this counts as failed; the caller gets the fault instead of waiting. */
const connectTimeoutMs = 5_000;

/** Nothing on a request's path may hold a connection longer. Migrations and rebuilds ask for more. */
const statementTimeoutMsDefault = 15_000;

/** The client gives up a little later than the server, which only matters when the network swallowed the answer. */
const answerGraceMs = 5_000;

/** How long to wait for the answer to one statement. */
export const answerTimeoutMs = ({ statementTimeoutMs = statementTimeoutMsDefault }: ConnectionOptions): number =>
  statementTimeoutMs + answerGraceMs;

/** A transaction whose process hangs must not hold its locks for ever. */
const idleInTransactionTimeoutMs = 60_000;

export interface ConnectionOptions {
  readonly url: string;
  /** Shown in pg_stat_activity. */
  readonly name: string;
  readonly statementTimeoutMs?: number | undefined;
}

/** The settings of every connection: UTC, our column types, and a limit on everything that waits but the answer. */
export const connectionConfig = (options: ConnectionOptions): ClientConfig => ({
  ...addressOf(options.url),
  application_name: options.name,
  types: columnTypes,
  options: '-c timezone=UTC',
  keepAlive: true,
  connectionTimeoutMillis: connectTimeoutMs,
  statement_timeout: options.statementTimeoutMs ?? statementTimeoutMsDefault,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
});
