import { type Client, type QueryConfig, type QueryResult, type QueryResultRow } from 'pg';

/**
 * Sends a statement and resolves with its answer. Rejects with the server's fault, or with a fault of the connection. When
 * `timeoutMs` have passed without an answer, the connection is closed, with all that waits on it.
 *
 * It uses a callback and a timer of its own. The promises and the `query_timeout` of node-postgres 8.23 keep what belongs
 * to a statement from V8's collections of young objects. Each of them then copied a tenth of all that had been allocated,
 * which held up every service for 5 to 20 ms every few seconds and made its heap three times as large.
 */
export const answerOf = <R extends QueryResultRow>(
  client: Client,
  query: QueryConfig,
  timeoutMs: number,
): Promise<QueryResult<R>> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      client.connection.stream.destroy(new Error(`Connection terminated: no answer within ${timeoutMs} ms.`));
    }, timeoutMs).unref();
    client.query<R>(query, (fault: Error | null, result) => {
      clearTimeout(timer);
      if (fault === null) resolve(result);
      else reject(fault);
    });
  });
