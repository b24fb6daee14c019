import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const othersMayEnter = 0o001;

/**
 * PostgreSQL refuses to run as root and is then run as a user of its own, which must be able to reach its files: a clone
 * below /root, for example, is closed to it, and initdb would only say "Permission denied".
 */
export const refuseClosedFolders = (paths: readonly string[], isRoot = process.getuid?.() === 0): void => {
  if (!isRoot) return;
  const closed = paths
    .flatMap(foldersAbove)
    .find((folder) => existsSync(folder) && (statSync(folder).mode & othersMayEnter) === 0);
  if (closed === undefined) return;
  throw new Error(
    `You are root, PostgreSQL runs as the user postgres, and ${closed} is closed to others. ` +
      'Run as another user, or put the clone and --data where others may enter (as /opt or /srv).',
  );
};

const foldersAbove = (path: string): string[] => {
  const parent = dirname(path);
  return parent === path ? [] : [...foldersAbove(parent), parent];
};
