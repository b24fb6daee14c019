import { fork, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { backoffMs, type BackoffLimits } from '@repasse/chassis/waiting/backoff';
import { logTo } from './log-to';
import { refuseClosedFolders } from './open-folders';
import { type PostgresSettings } from './postgres-process';
import { projectRoot } from './project-root';
import { type OnDied } from './supervised-process';
import { walFolder } from './wal-archive';

export interface LocalPostgres {
  /** Over TCP, for people and tools. Names no database. */
  readonly url: string;
  /** For the services: over the socket where there is one, which costs less than TCP. */
  readonly urlOf: (database: string, role: string) => string;
  readonly stop: () => Promise<void>;
}

export interface PostgresOptions {
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
  /** Where the write-ahead log is archived; null for no archive. */
  readonly archiveDir: string | null;
  readonly onDied: OnDied;
  /** As `name=value`; they win over ours. */
  readonly extraSettings?: readonly string[];
}

/** initdb and a first start take about two seconds; a recovery after a crash on a slow disk takes longer. */
const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const orphanPollMs = 100;
/** A full disk or a lack of memory passes; until then the services wait for it. */
const restartPauses: BackoffLimits = { firstMs: 500, maxMs: 10_000 };

/** What an address of a socket may be long on Linux, macOS and BSD, its end included. */
const socketPathBytesMax = 103;

/** Starts PostgreSQL on `dataDir`, creating the cluster the first time, and again whenever it dies. */
export const startPostgres = async (options: PostgresOptions): Promise<LocalPostgres> => {
  const { dataDir, port, password, archiveDir, onDied, extraSettings = [] } = options;
  const cluster = clusterIn(dataDir);
  refuseClosedFolders([cluster, projectRoot, ...(archiveDir === null ? [] : [walFolder(archiveDir)])]);
  await stopOrphan(cluster);
  const isNew = !existsSync(join(cluster, 'PG_VERSION'));
  // A cluster whose making was broken off has no version file and cannot be started or made again in place.
  if (isNew) rmSync(cluster, { recursive: true, force: true });
  const logFile = join(dataDir, 'logs', 'postgres.log');
  const socketDir = socketDirOf(cluster, port);
  const settings: Launch = { dataDir: cluster, port, password, socketDir, archiveDir, extraSettings };

  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child = await launch({ ...settings, isNew }, logFile);
  const restart = async (): Promise<void> => {
    if (isStopping()) return;
    onDied(`PostgreSQL died and is started again; see ${logFile}.`);
    child = await relaunch();
    if (isStopping()) await end(child);
    else watch();
  };
  /** A server whose postmaster was killed leaves processes behind that hold its memory for a moment. */
  const relaunch = async (): Promise<ChildProcess> => {
    for (let tries = 1; ; tries += 1) {
      await delay(backoffMs(tries, restartPauses));
      if (isStopping()) return child;
      try {
        await stopOrphan(cluster);
        return await launch({ ...settings, isNew: false }, logFile);
      } catch (fault) {
        onDied(`PostgreSQL could not be started and is tried again: ${messageOf(fault)}`);
      }
    }
  };
  const watch = (): void => {
    child.once('exit', () => void restart());
  };
  watch();

  const stop = async (): Promise<void> => {
    stopping.abort();
    await end(child);
  };
  const address = `postgres://repasse:${password}@127.0.0.1:${String(port)}`;
  const socket = socketDir === '' ? '' : `?host=${encodeURIComponent(socketDir)}`;
  return {
    url: address,
    urlOf: (database, role) => `postgres://${role}@127.0.0.1:${String(port)}/${database}${socket}`,
    stop,
  };
};

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

export const clusterIn = (dataDir: string): string => join(dataDir, 'postgres');

/** The cluster's folder, which belongs to the server's user alone. */
const socketDirOf = (cluster: string, port: number): string =>
  Buffer.byteLength(join(cluster, `.s.PGSQL.${String(port)}`)) < socketPathBytesMax ? cluster : '';

type Launch = Omit<PostgresSettings, 'isNew'>;

/** Resolves when the server takes connections; rejects when it has ended, or does not within the time. */
export const launch = async (
  settings: PostgresSettings,
  logFile: string,
  timeoutMs = startTimeoutMs,
): Promise<ChildProcess> => {
  const child = fork(join(projectRoot, 'deploy', 'dist', 'local', 'postgres-process.js'), {
    env: { ...process.env, POSTGRES_SETTINGS: JSON.stringify(settings) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  logTo(logFile, child);
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    exitOf(child).then(() => Promise.reject(new Error(`PostgreSQL did not start; see ${logFile}.`))),
    delay(timeoutMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`PostgreSQL was not up in ${String(timeoutMs)} ms; see ${logFile}.`)),
    ),
  ]);
  return child;
};

const exitOf = (child: ChildProcess): Promise<void> => new Promise((resolve) => child.once('exit', () => resolve()));

export const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = exitOf(child);
  if (child.connected) child.send({ stop: true });
  const hardStop = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
  await exited;
  clearTimeout(hardStop);
};

/** A runner that was killed together with its helper may have left a server on the same data; two would destroy it. */
const stopOrphan = async (cluster: string): Promise<void> => {
  const pidFile = join(cluster, 'postmaster.pid');
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!isPostgresOn(pid, cluster)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + stopTimeoutMs;
  while (isPostgresOn(pid, cluster)) {
    if (Date.now() > deadline)
      throw new Error(`An earlier PostgreSQL (pid ${String(pid)}) still runs on ${cluster}; stop it first.`);
    await delay(orphanPollMs);
  }
};

/** Process ids are used again after a reboot, so the command line must name this cluster. */
const isPostgresOn = (pid: number, cluster: string): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes(cluster);
  } catch {
    // No /proc (macOS) or no such process: PostgreSQL itself refuses a data folder whose server still lives.
    return false;
  }
};
