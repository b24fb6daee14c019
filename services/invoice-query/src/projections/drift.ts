import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type RebuildReport } from '@repasse/chassis/projection/rebuild';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { every, type Poll } from '@repasse/chassis/waiting/poll';
import { views } from './all-projections';

/** Rows that the events lead to and the view has not, and the other way round. */
export const driftRowsOf = ({ drift }: RebuildReport): number =>
  drift.reduce((sum, { missingRows, surplusRows }) => sum + missingRows + surplusRows, 0);

/** Stores the result of a verification, for the metric. A rebuilt projection has no drift. */
export const keepDrift = async (db: Database, report: RebuildReport): Promise<void> => {
  await db.query(
    `insert into projection_checks (projection, drift_rows, checked_at) values ($1, $2, now())
     on conflict (projection) do update set drift_rows = excluded.drift_rows, checked_at = excluded.checked_at`,
    [report.projection, driftRowsOf(report)],
  );
};

interface CheckRow {
  readonly projection: string;
  readonly drift_rows: number;
  readonly checked_at: string;
}

/**
 * Keeps two gauges at the result and the time of the last verification of each view: 0, in 1970, where there was none
 * yet, so that an alarm on its age fires.
 */
export const measureDrift = (db: Database, metrics: Metrics, log: Logger, intervalMs: number): Poll => {
  const drift = metrics.gauge('repasse_projection_drift_rows', 'Rows that differ from the events; must be 0.', [
    'projection',
  ]);
  const checkedAt = metrics.gauge(
    'repasse_projection_checked_timestamp_seconds',
    'When a projection was last verified.',
    ['projection'],
  );
  const measure = async (): Promise<void> => {
    const checks = await db.query<CheckRow>('select projection, drift_rows, checked_at from projection_checks');
    for (const { name: projection } of views) {
      const check = checks.find((each) => each.projection === projection);
      checkedAt.set({ projection }, check === undefined ? 0 : Date.parse(check.checked_at) / 1_000);
      if (check !== undefined) drift.set({ projection }, check.drift_rows);
    }
  };
  return every({ name: 'drift gauges', intervalMs, log, run: measure });
};
