import { fork } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { logTo } from './log-to';
import { refuseClosedFolders } from './open-folders';
import { projectRoot } from './project-root';

export type LocalPostgres = { readonly url: string; readonly stop: () => Promise<void> };

/** initdb and a first start take about two seconds; a recovery after a crash on a slow disk takes longer. */
const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const orphanPollMs = 100;

/** Starts PostgreSQL on `dataDir`, creating the cluster the first time. The URL names no database. */
export const startPostgres = async (options: {
  readonly dataDir: string;
  readonly port: number;
  readonly password: string;
}): Promise<LocalPostgres> => {
  const cluster = join(options.dataDir, 'postgres');
  refuseClosedFolders([cluster, projectRoot]);
  await stopOrphan(cluster);
  const isNew = !existsSync(join(cluster, 'PG_VERSION'));
  // A cluster whose making was broken off has no version file and cannot be started or made again in place.
  if (isNew) rmSync(cluster, { recursive: true, force: true });
  mkdirSync(join(options.dataDir, 'logs'), { recursive: true });

  const child = fork(join(projectRoot, 'deploy', 'dist', 'local', 'postgres-process.js'), {
    env: { ...process.env, POSTGRES_SETTINGS: JSON.stringify({ ...options, dataDir: cluster, isNew }) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true,
  });
  const logFile = join(options.dataDir, 'logs', 'postgres.log');
  logTo(logFile, child);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));

  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    exited.then(() => Promise.reject(new Error(`PostgreSQL did not start; see ${logFile}.`))),
    delay(startTimeoutMs, undefined, { ref: false }).then(() =>
      Promise.reject(new Error(`PostgreSQL was not up in ${String(startTimeoutMs)} ms; see ${logFile}.`)),
    ),
  ]);

  const stop = async () => {
    if (child.connected) child.send({ stop: true });
    const hardStop = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await exited;
    clearTimeout(hardStop);
  };
  return { url: `postgres://repasse:${options.password}@127.0.0.1:${String(options.port)}`, stop };
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
