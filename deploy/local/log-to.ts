import { type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Writable } from 'node:stream';
import { createLogFile } from './log-file';

const ownFolderMode = 0o700;

/**
 * Appends a process's output to a file. Its two streams end apart, so neither may close the file under the other.
 * The stream that is returned closes when everything the process printed is written.
 */
export const logTo = (file: string, child: ChildProcess): Writable => {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true });
  // The folder may exist already, with wider permissions.
  chmodSync(folder, ownFolderMode);
  const log = createLogFile(file);
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.once('close', () => log.end());
  return log;
};
