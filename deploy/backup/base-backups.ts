import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A copy of PostgreSQL's files. With the write-ahead log from `startWal` on, it becomes any moment after `endedAt`. */
export interface BaseBackup {
  readonly name: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** The first file of the write-ahead log that it needs. */
  readonly startWal: string;
  readonly bytes: number;
}

const backupsFolder = (archiveDir: string): string => join(archiveDir, 'base');
export const backupFolder = (archiveDir: string, name: string): string => join(backupsFolder(archiveDir), name);
export const filesFolder = (archiveDir: string, name: string): string => join(backupFolder(archiveDir, name), 'files');
export const describingFile = (folder: string): string => join(folder, 'backup.json');

/** Oldest first. A backup that was broken off has no description and is none. */
export const baseBackups = (archiveDir: string): readonly BaseBackup[] => {
  const folder = backupsFolder(archiveDir);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .map((name) => describingFile(join(folder, name)))
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as BaseBackup)
    .toSorted((one, other) => Date.parse(one.endedAt) - Date.parse(other.endedAt));
};

/** The newest backup from which a moment can be reached; the newest of all without one. */
export const backupBefore = (backups: readonly BaseBackup[], at: Date | null): BaseBackup | undefined =>
  backups.findLast(({ endedAt }) => at === null || Date.parse(endedAt) <= at.getTime());

/** Names of the log's files are a timeline (8 digits) and a place (16 digits), both hexadecimal. */
const walName = /^[0-9A-F]{24}/;
const timelineDigits = 8;
const nameDigits = 24;

/** The archived files that no backup from `oldest` on needs. Histories of timelines are tiny and stay. */
export const walBefore = (files: readonly string[], oldest: BaseBackup): readonly string[] => {
  const placeOf = (name: string): string => name.slice(timelineDigits, nameDigits);
  return files.filter((name) => walName.test(name) && placeOf(name) < placeOf(oldest.startWal));
};
