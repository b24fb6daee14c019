import type { ChildProcess } from 'node:child_process';
import { chmodSync, createWriteStream, fchmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** Payers' names and merchants' references may be in logs, so only the user that runs the system may read them. */
const ownFolderMode = 0o700;
const ownFileMode = 0o600;

/** Appends a process's output to a file. Its two streams end apart, so neither may close the file under the other. */
export const logTo = (file: string, child: ChildProcess): void => {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  // The folder may exist already, with wider permissions.
  chmodSync(folder, ownFolderMode);
  const log = createWriteStream(file, { flags: 'a', mode: ownFileMode });
  log.once('open', (fd) => fchmodSync(fd, ownFileMode));
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.once('close', () => log.end());
};
