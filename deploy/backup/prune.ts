import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { walFolder } from '../local/wal-archive';
import { backupFolder, baseBackups, walBefore, type BaseBackup } from './base-backups';

/** Deletes all but the newest backups, and the write-ahead log that only those needed. Returns the deleted ones. */
export const prune = (archiveDir: string, keep: number): readonly BaseBackup[] => {
  const backups = baseBackups(archiveDir);
  const [oldestKept] = backups.slice(-keep);
  const gone = backups.slice(0, -keep);
  for (const { name } of gone) rmSync(backupFolder(archiveDir, name), { recursive: true });
  if (oldestKept === undefined) return gone;
  const folder = walFolder(archiveDir);
  for (const file of walBefore(readdirSync(folder), oldestKept)) rmSync(join(folder, file));
  return gone;
};
