import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { perUnit, total, type DatabaseCounts, type SqlCounts } from './count-statements';
import { openStatementLog, type StatementLog } from './statement-log';
import { settledAfterMs, walFlushes } from './wal-flushes';

/** What one unit of work asked of the databases, an idle system's own questions taken off. Totals are without the sandbox's. */
export interface SqlPerUnit {
  readonly statements: ReadonlyMap<string, number>;
  readonly commits: ReadonlyMap<string, number>;
  readonly totalStatements: number;
  readonly totalCommits: number;
  /** Commits that waited for the disk, in all databases together; undefined where the server does not tell. */
  readonly waitingCommits: number | undefined;
  /** The statements behind it, the most frequent first, by database and first words. */
  readonly byText: readonly StatementCount[];
}

export interface StatementCount {
  readonly database: string;
  readonly text: string;
  readonly perUnit: number;
}

export interface IdleSql {
  readonly statementsPerSecond: ReadonlyMap<string, number>;
  /** The sandbox's among them: they cost the machine the same. */
  readonly totalStatementsPerSecond: number;
}

export interface SqlMeasurement {
  readonly idle: IdleSql;
  /** Does the work and waits until its consequences are over; answers how many units of it were done. */
  perUnit(work: () => Promise<number>): Promise<SqlPerUnit>;
  close(): Promise<void>;
}

interface Window {
  readonly counts: SqlCounts;
  readonly durationMs: number;
}

const application = 'bench';

/** Its simulated banks and receivers stand for the world outside. */
export const sandboxDatabase = 'repasse_provider_sandbox';

/** Begins with a system that has nothing to do, and measures what that asks. */
export const measureSql = async (postgresUrl: string, logFile: string): Promise<SqlMeasurement> => {
  const client = new Client({ connectionString: `${postgresUrl}/postgres`, application_name: application });
  await client.connect();
  const log = await openStatementLog(client, { logFile, application });
  await waitForDisk(client, false);
  // As long as connections take to report their flushes, so that the next window begins with those of before told.
  const idle = await windowOf(log, () => pause(settledAfterMs));
  return {
    idle: idleSqlOf(idle),
    perUnit: async (work) => {
      const flushesBefore = await walFlushes(client);
      let units = 0;
      const busy = await windowOf(log, async () => {
        units = await work();
      });
      await pause(settledAfterMs);
      const flushes = (await walFlushes(client)) ?? Number.NaN;
      const waiting = (flushes - (flushesBefore ?? Number.NaN)) / units;
      return { ...sqlPerUnit(busy, idle, units), waitingCommits: Number.isNaN(waiting) ? undefined : waiting };
    },
    close: async () => {
      await waitForDisk(client, true);
      await log.close();
      await client.end();
    },
  };
};

const ownTotal = (byDatabase: ReadonlyMap<string, number>): number =>
  total(byDatabase) - (byDatabase.get(sandboxDatabase) ?? 0);

/**
 * Whether the sandbox's commits wait for the disk. They stand for those of banks, on disks of their own, and the server
 * does not say in whose database a wait was. Connections take the setting when they are opened, so they are opened anew.
 */
const waitForDisk = async (client: Client, doesWait: boolean): Promise<void> => {
  const change = doesWait ? 'reset synchronous_commit' : 'set synchronous_commit = off';
  await client.query(`alter database ${sandboxDatabase} ${change}`);
  const sql = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and state = 'idle'";
  await client.query(sql, [sandboxDatabase]);
};

const windowOf = async (log: StatementLog, work: () => Promise<void>): Promise<Window> => {
  const from = await log.mark();
  const startedAtMs = performance.now();
  await work();
  const durationMs = performance.now() - startedAtMs;
  return { counts: log.countBetween(from, await log.mark()), durationMs };
};

const idleSqlOf = ({ counts, durationMs }: Window): IdleSql => {
  const seconds = durationMs / 1_000;
  const perSecond = new Map([...counts].map(([database, { statements }]) => [database, statements / seconds]));
  return { statementsPerSecond: perSecond, totalStatementsPerSecond: total(perSecond) };
};

const sqlPerUnit = (busy: Window, idle: Window, units: number): Omit<SqlPerUnit, 'waitingCommits'> => {
  const idleShare = { counts: idle.counts, share: busy.durationMs / idle.durationMs };
  const each = (of: (counts: DatabaseCounts) => number) => perUnit(of, busy.counts, idleShare, units);
  const statements = each((counts) => counts.statements);
  const commits = each((counts) => counts.commits);
  return {
    ...{ statements, commits, totalStatements: ownTotal(statements), totalCommits: ownTotal(commits) },
    byText: textsOf(busy.counts, units),
  };
};

/** Polls of an idle system are among them. */
const textsOf = (counts: SqlCounts, units: number): readonly StatementCount[] =>
  [...counts]
    .flatMap(([database, { byText }]) =>
      [...byText].map(([text, times]) => ({ database, text, perUnit: times / units })),
    )
    .sort((a, b) => b.perUnit - a.perUnit);
