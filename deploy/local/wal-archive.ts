import { chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './project-root';

/**
 * A file of the write-ahead log that is not full is archived after this many seconds: so much of the last work is lost
 * when the disk is. PostgreSQL fills the rest of the file with zeros, which gzip makes small.
 */
const archiveTimeoutSeconds = 60;

export const walFolder = (archiveDir: string): string => join(archiveDir, 'wal');

/** PostgreSQL's settings that copy each finished file of its write-ahead log to the archive. */
export const archiveSettings = (archiveDir: string): readonly string[] => [
  'archive_mode=on',
  `archive_timeout=${String(archiveTimeoutSeconds)}`,
  `archive_command=${archiveCommand(archiveDir)}`,
];

export const archiveCommand = (archiveDir: string): string => command('archive-wal.sh', archiveDir, '%p', '%f');

/** The setting that reads them back. */
export const restoreSetting = (archiveDir: string): string =>
  `restore_command=${command('restore-wal.sh', archiveDir, '%f', '%p')}`;

const command = (script: string, archiveDir: string, ...places: readonly string[]): string =>
  ['sh', quoted(join(projectRoot, 'deploy', 'backup', script)), quoted(walFolder(archiveDir)), ...places].join(' ');

/** For the shell, and for PostgreSQL, which replaces a percent sign and a letter. */
const quoted = (path: string): string => `'${path.replaceAll("'", String.raw`'\''`).replaceAll('%', '%%')}'`;

/** Makes the folder of the files, which belongs to the user whom PostgreSQL runs as: the owner of `cluster`. */
export const makeWalFolder = (archiveDir: string, cluster: string): void => {
  const folder = walFolder(archiveDir);
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const { uid, gid } = statSync(cluster);
  if (statSync(folder).uid !== uid) chownSync(folder, uid, gid);
};
