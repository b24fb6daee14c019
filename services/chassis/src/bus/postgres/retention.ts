import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { every } from '../../waiting/poll';
import { allTopicSettings, type TopicSettings } from '../topic-settings';

/** Retention is counted in days, so an hour more does no harm. */
const cleanUpIntervalMs = 60 * 60_000;

/** Once soon after the start too, or a service that is released every half hour would never clean up. */
const firstCleanUpDelayMs = 60_000;

/** Deleted in small transactions, which no publisher notices. */
const deletedPerStatementMax = 2_000;

/** Deletes messages beyond the retention in topics.yaml. Every process runs it; a lock lets one work at a time. */
export const startRetention = (db: Database, log: Logger): (() => Promise<void>) => {
  const stopping = new AbortController();
  const cleaning = every({
    name: 'bus retention',
    intervalMs: cleanUpIntervalMs,
    firstDelayMs: firstCleanUpDelayMs,
    log,
    run: () => cleanUpOnce(db, allTopicSettings, stopping.signal),
  });
  return () => {
    stopping.abort();
    return cleaning.stop();
  };
};

export const cleanUpOnce = async (
  db: Database,
  settings: readonly TopicSettings[],
  stopping?: AbortSignal,
): Promise<void> => {
  const lock = await db.holdAdvisoryLock('bus retention');
  if (lock === undefined) return;
  try {
    for (const { name, retentionMs } of settings) {
      if (retentionMs >= 0) while (!stopping?.aborted && (await deleteOlder(db, name, retentionMs)));
    }
  } finally {
    await lock.release();
  }
};

/** Deletes some; returns whether there may be more. */
const deleteOlder = async (db: Database, topic: string, retentionMs: number): Promise<boolean> => {
  const [row] = await db.query<{ deleted: number }>(
    `with old as (
       select topic, partition, "offset" from bus_messages
       where topic = $1 and published_at < now() - $2 * interval '1 millisecond' limit $3
     ), gone as (
       delete from bus_messages m using old
       where m.topic = old.topic and m.partition = old.partition and m."offset" = old."offset" returning 1
     )
     select count(*) as deleted from gone`,
    [topic, retentionMs, deletedPerStatementMax],
  );
  return row?.deleted === deletedPerStatementMax;
};
