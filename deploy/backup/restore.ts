import { chownSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { takeDataDir } from '../local/data-dir';
import { clusterIn, end, launch } from '../local/postgres';
import { loadSecrets } from '../local/secrets';
import { restoreSetting, walFolder } from '../local/wal-archive';
import { backupBefore, baseBackups, filesFolder, type BaseBackup } from './base-backups';
import { BackupError } from './backup-error';
import { copyFiles } from './copy-files';
import { stampOf } from './stamp';

/** Replaying a day of the log takes minutes; one that takes longer is said to have failed and can be run again. */
const replayTimeoutMs = 4 * 60 * 60_000;

export interface RestoreOptions {
  readonly dataDir: string;
  readonly archiveDir: string;
  /** The moment to return to; null for the last one that the archive knows. */
  readonly at: Date | null;
  /** After an earlier restore: the timeline to follow; null for the newest. */
  readonly timeline: string | null;
}

export interface Restored {
  readonly from: BaseBackup;
  /** Where the files before it are; null where there were none. */
  readonly keptIn: string | null;
  /** PostgreSQL's own words on where it stopped. */
  readonly stoppedAt: string;
}

/** Puts PostgreSQL back to a moment, all databases at once. What was there is kept beside it. */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { dataDir, archiveDir, at } = options;
  const from = backupBefore(baseBackups(archiveDir), at);
  if (from === undefined) throw new BackupError(`${archiveDir} holds no backup that ended before that moment.`);
  const giveBack = takeDataDir(dataDir);
  try {
    const keptIn = setAside(dataDir);
    try {
      await layOut(options, from, keptIn);
      return { from, keptIn, stoppedAt: await replay(options) };
    } catch (fault) {
      putBack(dataDir, keptIn);
      throw fault;
    }
  } finally {
    giveBack();
  }
};

const setAside = (dataDir: string): string | null => {
  const cluster = clusterIn(dataDir);
  if (!existsSync(cluster)) return null;
  const keptIn = `${cluster}.before-${stampOf(new Date().toISOString())}`;
  renameSync(cluster, keptIn);
  return keptIn;
};

/** After a failure everything is as it was. */
const putBack = (dataDir: string, keptIn: string | null): void => {
  rmSync(clusterIn(dataDir), { recursive: true, force: true });
  if (keptIn !== null) renameSync(keptIn, clusterIn(dataDir));
};

/** The copy, and the end of the write-ahead log that was not archived, where its disk is still there. */
const layOut = async ({ dataDir, archiveDir }: RestoreOptions, from: BaseBackup, keptIn: string | null) => {
  const cluster = clusterIn(dataDir);
  await copyFiles(filesFolder(archiveDir, from.name), cluster);
  if (keptIn !== null) {
    const isFolder = (path: string): boolean => statSync(join(keptIn, 'pg_wal', path)).isDirectory();
    await copyFiles(join(keptIn, 'pg_wal'), join(cluster, 'pg_wal'), isFolder);
  }
  writeFileSync(join(cluster, 'recovery.signal'), '');
  giveTo(statSync(walFolder(archiveDir)), cluster);
};

/** PostgreSQL wants its files to be its user's own; the archive is. */
const giveTo = (owner: { readonly uid: number; readonly gid: number }, folder: string): void => {
  if (statSync(folder).uid === owner.uid) return;
  for (const path of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
    chownSync(join(folder, path), owner.uid, owner.gid);
  }
};

/** Replays the log up to the moment, and lets PostgreSQL go on from there on a timeline of its own. */
const replay = async ({ dataDir, archiveDir, at, timeline }: RestoreOptions): Promise<string> => {
  const logFile = join(dataDir, 'logs', 'restore.log');
  rmSync(logFile, { force: true });
  const extraSettings = [
    restoreSetting(archiveDir),
    ...(at === null ? [] : [`recovery_target_time=${at.toISOString().replace('T', ' ').replace('Z', '+00')}`]),
    ...(timeline === null ? [] : [`recovery_target_timeline=${timeline}`]),
    'recovery_target_action=promote',
    'hot_standby=off',
  ];
  const place = { dataDir: clusterIn(dataDir), port: await freePort(), socketDir: '', archiveDir };
  const settings = { ...place, password: loadSecrets(dataDir).postgresPassword, isNew: false, extraSettings };
  try {
    await end(await launch(settings, logFile, replayTimeoutMs));
  } catch (fault) {
    throw new BackupError(`PostgreSQL did not get there: ${faultIn(logFile)} (${logFile})`, { cause: fault });
  }
  return lastLine(logFile, /recovery stopping|last completed transaction/) ?? 'It stopped at the end of the archive.';
};

const freePort = async (): Promise<number> => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
};

const faultIn = (logFile: string): string => lastLine(logFile, /FATAL|PANIC/) ?? 'it ended without a word.';

const lastLine = (file: string, pattern: RegExp): string | undefined => {
  const line = existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .findLast((one) => pattern.test(one))
    : undefined;
  return line?.replace(/^.*?(LOG|FATAL|PANIC):\s+/, '');
};
