import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';

/** Appends what a process prints to a file. Its two streams end apart, so neither may close the file under the other. */
export const logTo = (file: string, child: ChildProcess): void => {
  const log = createWriteStream(file, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  child.once('close', () => log.end());
};
