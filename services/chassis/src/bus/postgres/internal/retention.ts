import { keptDaysOf } from '@repasse/contracts';
import { systemClock } from '../../../clock';
import { type Logger } from '../../../log/logger';
import { type Database } from '../../../postgres/database';
import { startRetention, type Retention } from '../../../retention/internal/retention';
import { sweepRows } from '../../../retention/internal/sweep';
import { type Metrics } from '../../../telemetry/metrics';
import { allTopicSettings, type TopicSettings } from '../../internal/topic-settings';

const dayMs = 24 * 60 * 60_000;

/** Partitions of the log end with all topics in them; topics that are kept shorter, the dead letters, are deleted. */
export const startBusRetention = (db: Database, log: Logger, metrics: Metrics): Retention =>
  startRetention({
    // The server's clock dates messages, and no clock of a sandbox.
    ...{ database: 'bus', db, clock: systemClock, log, metrics },
    alongside: (now, isStopped) => deleteShortLived(db, allTopicSettings, now, isStopped),
  });

export const deleteShortLived = async (
  db: Database,
  settings: readonly TopicSettings[],
  now: Date,
  isStopped: () => boolean,
): Promise<void> => {
  const logKeptMs = keptDaysOf('bus', 'bus_messages') * dayMs;
  for (const { name, retentionMs } of settings.filter((topic) => topic.retentionMs < logKeptMs)) {
    const endedBefore = new Date(now.getTime() - retentionMs);
    await sweepRows(db, { table: 'bus_messages', by: 'published_at', endedBefore, isStopped, topic: name });
  }
};
