import { type Pool } from 'pg';
import { type Metrics } from '../../telemetry/metrics';

/** Shows, at each scrape, how much of a pool is in use and how many wait for a connection of it. */
export const measurePool = (
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  metrics: Metrics,
  { name, max }: { readonly name: string; readonly max: number },
): void => {
  const connections = metrics.gauge('repasse_postgres_pool_connections', 'Open connections to PostgreSQL, by state.', [
    'pool',
    'state',
  ]);
  const waiting = metrics.gauge('repasse_postgres_pool_waiting', 'Statements that wait for a connection.', ['pool']);
  const limit = metrics.gauge('repasse_postgres_pool_connections_max', 'As many connections a pool may open.', [
    'pool',
  ]);
  limit.set({ pool: name }, max);
  metrics.measureOnScrape(() => {
    connections.set({ pool: name, state: 'used' }, pool.totalCount - pool.idleCount);
    connections.set({ pool: name, state: 'idle' }, pool.idleCount);
    waiting.set({ pool: name }, pool.waitingCount);
    return Promise.resolve();
  });
};
