import { type Logger } from '@repasse/chassis/log/logger';
import { type Database } from '@repasse/chassis/postgres/database';
import { type Metrics } from '@repasse/chassis/telemetry/metrics';
import { poll } from '@repasse/chassis/waiting/poll';
import { type ProviderCall, type ProviderCallLog } from '../providers/raw-log';

export interface ProviderCalls {
  readonly keep: ProviderCallLog;
  forgetBefore(time: string): Promise<number>;
  /** Writes what is still in memory. */
  stop(): Promise<void>;
}

/** A payment must not wait for its own evidence: records are written together, a moment later. */
const flushAfterMs = 200;
/** While nothing waits, nothing is done. */
const idleMs = 60_000;
const batchCallsMax = 200;
/** With the database away for long, the newest evidence is given up rather than the service's memory. */
const waitingCallsMax = 10_000;

export const createProviderCalls = (o: { db: Database; log: Logger; metrics: Metrics }): ProviderCalls => {
  const waiting: ProviderCall[] = [];
  const dropped = o.metrics.counter('repasse_provider_calls_dropped_total', 'Raw provider records that were given up.');

  const flush = async (): Promise<boolean> => {
    const batch = waiting.splice(0, batchCallsMax);
    if (batch.length === 0) return false;
    try {
      await write(o.db, batch);
    } catch (fault) {
      waiting.unshift(...batch);
      throw fault;
    }
    return waiting.length >= batchCallsMax;
  };
  const flushing = poll({
    name: 'raw provider records',
    intervalMs: () => (waiting.length > 0 ? flushAfterMs : idleMs),
    log: o.log,
    run: flush,
  });

  return {
    keep: (call) => {
      if (waiting.length >= waitingCallsMax) return dropped.inc();
      waiting.push(call);
      flushing.hurry();
    },
    forgetBefore: async (time) => (await o.db.query(forgetSql, [time])).length,
    stop: async () => {
      await flushing.stop();
      while (waiting.length > 0) await flush();
    },
  };
};

/** In portions, so that a long-neglected table is not locked and logged in one piece. */
const forgetSql = `
  delete from provider_calls where call_id in (select call_id from provider_calls where asked_at < $1 limit 5000)
  returning call_id`;

const write = async (db: Database, batch: readonly ProviderCall[]): Promise<void> => {
  await db.query(
    `insert into provider_calls (
       provider, operation, reference, method, path, request_body, response_status, response_body, fault, duration_ms,
       asked_at
     )
     select
       c."provider", c."operation", c."reference", c."method", c."path", c."requestBody", c."responseStatus",
       c."responseBody", c."fault", c."durationMs", c."askedAt"
     from jsonb_to_recordset($1::jsonb) as c (
       "provider" text, "operation" text, "reference" text, "method" text, "path" text, "requestBody" text,
       "responseStatus" integer, "responseBody" text, "fault" text, "durationMs" integer, "askedAt" timestamptz
     )`,
    [JSON.stringify(batch)],
  );
};
