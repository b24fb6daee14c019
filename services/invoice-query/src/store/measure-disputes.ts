import { type Clock, toIso } from '@repasse/chassis/clock';
import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { every, type Poll } from '@repasse/chassis/waiting/poll';
import { awaitingAnswer } from './list-disputes';

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly intervalMs: number;
}

/** Keeps a gauge at how many disputes are lost by silence unless they are answered within a day. */
export const measureDisputes = ({ db, clock, log, metrics, intervalMs }: Needs): Poll => {
  const due = metrics.gauge('repasse_disputes_due_within_a_day', 'Disputes whose time to answer ends within a day.');
  return every({
    name: 'gauge of disputes',
    intervalMs,
    log,
    run: async () => {
      const [row] = await db.query<{ count: number }>(dueSql, [toIso(clock.now())]);
      due.set(row?.count ?? 0);
    },
  });
};

const dueSql = `
  select count(*)::integer as count from disputes
  where ${awaitingAnswer('$1::timestamptz')} and respond_by <= $1::timestamptz + interval '1 day'`;
