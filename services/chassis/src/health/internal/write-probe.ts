import { type Logger } from '../../log/logger';
import { type Database } from '../../postgres/database';
import { poll } from '../../waiting/poll';

export interface WriteProbe {
  /** Throws while the database cannot be written, or does not say whether it can. */
  check(): void;
  stop(): Promise<void>;
}

export interface WriteProbeOptions {
  readonly db: Pick<Database, 'query'>;
  readonly log: Logger;
  readonly everyMs?: number;
}

const everyMsDefault = 10_000;

/** A new table is some fifteen rows of the catalogue, which are dead at once: not every time. */
const spaceEveryRuns = 2;

/** One failure may be a lock that a deployment held for a moment; two within a second or two are not. */
const failuresMin = 2;
const retryLimits = { firstMs: 1_000, maxMs: 5_000 };

/** A probe that did not end in it has lost its database or waits for a connection of the pool. */
const silenceMsMax = 20_000;

/**
 * Looks every few seconds whether the database can be written, beside the requests for health and not for each of them.
 * It commits nothing, so it waits for no disk.
 */
export const startWriteProbe = ({ db, log, everyMs = everyMsDefault }: WriteProbeOptions): WriteProbe => {
  let runs = 0;
  let failures = 0;
  let fault: unknown;
  let endedAtMs = performance.now();

  const run = async (): Promise<boolean> => {
    try {
      // Again at once after a failure: that may have been this part.
      await db.query(failures > 0 || runs % spaceEveryRuns === 0 ? probeLocksAndSpace : probeLocks);
      failures = 0;
    } catch (err) {
      failures += 1;
      fault = err;
      throw err;
    } finally {
      runs += 1;
      endedAtMs = performance.now();
    }
    return false;
  };
  const probing = poll({ name: 'write probe', intervalMs: everyMs, log, run, retryLimits });

  return {
    check: () => {
      if (failures >= failuresMin) throw fault;
      if (performance.now() - endedAtMs > silenceMsMax) throw new Error(`No probe has ended for ${silenceMsMax} ms.`);
    },
    stop: () => probing.stop(),
  };
};

/** Less than PostgreSQL waits before it looks for deadlocks (1 s), so that the probe never makes another one lose. */
const lockTimeoutMs = 500;

/**
 * The lock that every insert and update takes, on each table that this role may write. A table that is locked against
 * writing (a forgotten session, an index that is not made concurrently) refuses it.
 */
const lockTables = `
    perform set_config('lock_timeout', '${lockTimeoutMs}', true);
    for name in
      select c.oid::regclass::text from pg_catalog.pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and has_table_privilege(c.oid, 'insert, update, delete')
      order by c.oid
    loop
      execute 'lock table only ' || name || ' in row exclusive mode';
    end loop;`;

/** Rows that exist are written within their pages, so only new pages show that the disk has room. */
const takeSpace = `
    create temporary table health_probe on commit drop as select generate_series(1, 300) as n;`;

const probe = (...steps: readonly string[]): string => `
  do $probe$
  declare name text;
  begin${steps.join('')}
    rollback;
  end
  $probe$`;

const probeLocks = probe(lockTables);
const probeLocksAndSpace = probe(lockTables, takeSpace);
