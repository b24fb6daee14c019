import { type Database } from '../postgres/database';
import { createLogger } from '../log/logger';
import { startRetention } from '../retention/internal/retention';
import { createMetrics } from '../telemetry/metrics';

/** One round of a database's retention, as if it were that time. */
export const endRowsAt = async (db: Database, database: string, at: Date): Promise<void> => {
  const log = createLogger({ service: 'test', level: 'silent' });
  const retention = startRetention({ database, db, clock: { now: () => at }, log, metrics: createMetrics('test') });
  try {
    await retention.runOnce();
  } finally {
    await retention.stop();
  }
};
