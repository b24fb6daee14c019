import { lazyCommit } from '@repasse/chassis/postgres/lazy-commit';
import { type ServiceParts } from '@repasse/chassis/service/parts';
import { type ProviderCall } from '../wire/raw-log';
import { createWriteBehind } from '../../store/write-behind';

/**
 * A payment must not wait for its own evidence: records are written together, up to a second later. That a crash may
 * take the last second of them is the price; the events, which decide, wait for the disk.
 */
const limits = { flushAfterMs: 1_000, batchMax: 200, waitingMax: 10_000 };

export const createProviderCalls = (o: Pick<ServiceParts, 'db' | 'log' | 'metrics'>) => {
  const dropped = o.metrics.counter('repasse_provider_calls_dropped_total', 'Raw provider records that were given up.');
  const write = (batch: readonly ProviderCall[]): Promise<unknown> => o.db.query(writeSql, [JSON.stringify(batch)]);
  const records = createWriteBehind({ name: 'raw provider records', write, ...limits, log: o.log });
  return {
    keep: (call: ProviderCall): void => {
      if (!records.add(call)) dropped.inc();
    },
    /** Writes the records that are still in memory. */
    stop: () => records.stop(),
  };
};

const writeSql = `
  insert into provider_calls (
    provider, operation, reference, method, path, request_body, response_status, response_body, fault, duration_ms,
    asked_at
  )
  select
    c."provider", c."operation", c."reference", c."method", c."path", c."requestBody", c."responseStatus",
    c."responseBody", c."fault", c."durationMs", c."askedAt"
  from (select ${lazyCommit}) as lazily, json_to_recordset($1) as c (
    "provider" text, "operation" text, "reference" text, "method" text, "path" text, "requestBody" text,
    "responseStatus" integer, "responseBody" text, "fault" text, "durationMs" integer, "askedAt" timestamptz
  )`;
