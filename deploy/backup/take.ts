import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openSession, type Session } from '@repasse/chassis/postgres/session';
import { clusterIn } from '../local/postgres';
import { readStackFile } from '../local/stack-file';
import { archiveCommand } from '../local/wal-archive';
import { backupFolder, describingFile, type BaseBackup } from './base-backups';
import { copyFiles } from './copy-files';
import { BackupError } from './backup-error';
import { stampOf } from './stamp';

/** Ending a backup waits until its write-ahead log is archived: seconds, unless the archive takes none. */
const archiveTimeoutMs = 5 * 60_000;

/**
 * Copies the files of the running server while it works. All databases are in one copy, so a restore takes all of them
 * to the same moment.
 */
export const takeBackup = async (dataDir: string, archiveDir: string): Promise<BaseBackup> => {
  const session = await openSession({
    ...{ url: `${readStackFile(dataDir).postgresUrl}/postgres`, name: 'backup', statementTimeoutMs: archiveTimeoutMs },
  });
  try {
    await refuseOtherArchive(session, archiveDir);
    return await copyWhileBackingUp(session, dataDir, archiveDir);
  } finally {
    await session.close();
  }
};

/** A copy is worth nothing without the log that was written while it was made. */
const refuseOtherArchive = async (session: Session, archiveDir: string): Promise<void> => {
  const [setting] = await session.query<{ command: string }>(
    `select case when current_setting('archive_mode') = 'off' then '' else current_setting('archive_command') end as command`,
  );
  if (setting?.command === archiveCommand(archiveDir)) return;
  throw new BackupError(`The write-ahead log is not archived in ${archiveDir}. Start with: --archive ${archiveDir}`);
};

const copyWhileBackingUp = async (session: Session, dataDir: string, archiveDir: string): Promise<BaseBackup> => {
  const startedAt = new Date().toISOString();
  const name = stampOf(startedAt);
  const folder = `${backupFolder(archiveDir, name)}.part`;
  const files = join(folder, 'files');
  await rm(folder, { recursive: true, force: true });
  await mkdir(files, { recursive: true, mode: 0o700 });

  // PostgreSQL ends the backup by itself when this session does.
  const [start] = await session.query<{ wal: string }>(
    'select pg_walfile_name(pg_backup_start($1, fast => true)) as wal',
    [name],
  );
  const bytes = await copyFiles(clusterIn(dataDir), files, isLeftOut);
  const label = await endBackup(session);
  await writeFile(join(files, 'backup_label'), label);
  const endedAt = new Date().toISOString();
  const backup = { name, startedAt, endedAt, startWal: start?.wal ?? '', bytes };
  await writeFile(describingFile(folder), `${JSON.stringify(backup, null, 2)}\n`);
  await promisify(execFile)('sync');
  await rename(folder, backupFolder(archiveDir, name));
  return backup;
};

/** Returns the file that tells PostgreSQL where to begin. */
const endBackup = async (session: Session): Promise<string> => {
  try {
    const [end] = await session.query<{ label: string }>('select labelfile as label from pg_backup_stop(true)');
    return end?.label ?? '';
  } catch (fault) {
    throw new BackupError('The write-ahead log was not archived in time; see PostgreSQL’s log.', { cause: fault });
  }
};

/** Written anew at a start, or of this server's run only. The write-ahead log is in the archive. */
const folderContentsLeftOut = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots'];
const moreContentsLeftOut = ['pg_stat_tmp', 'pg_subtrans'];
const filesLeftOut = ['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map', 'pg_internal.init'];

const isLeftOut = (path: string): boolean =>
  [...folderContentsLeftOut, ...moreContentsLeftOut].includes(dirname(path)) ||
  filesLeftOut.includes(basename(path)) ||
  ['pgsql_tmp', '.s.PGSQL.'].some((start) => basename(path).startsWith(start));
