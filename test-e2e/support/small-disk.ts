import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const mebibyte = 1_024 * 1_024;

/** A file system of a size of its own, in memory. Only root may mount one. */
export class SmallDisk {
  private readonly place = mkdtempSync(join(tmpdir(), 'repasse-disk-'));

  constructor(mebibytes: number) {
    // Open to others, because PostgreSQL runs as a user of its own when this is root.
    const options = `size=${String(mebibytes)}m,mode=755`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.place], { stdio: 'pipe' });
  }

  /** A new folder on it. */
  folder(name: string): string {
    const path = join(this.place, name);
    mkdirSync(path);
    return path;
  }

  /** Writes a file until there is no room for another byte. */
  fill(): void {
    const file = openSync(join(this.place, 'filler'), 'a');
    try {
      for (let bytes = mebibyte; bytes >= 1; bytes = Math.floor(bytes / 16)) writeUntilFull(file, Buffer.alloc(bytes));
    } finally {
      closeSync(file);
    }
  }

  /** Takes away what filled it. */
  empty(): void {
    rmSync(join(this.place, 'filler'), { force: true });
  }

  remove(): void {
    execFileSync('umount', [this.place], { stdio: 'pipe' });
    rmSync(this.place, { recursive: true });
  }
}

const writeUntilFull = (file: number, bytes: Buffer): void => {
  try {
    while (writeSync(file, bytes) > 0);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOSPC') throw fault;
  }
};

/** Why this machine cannot have one; undefined when it can. */
export const smallDiskObstacle = (): string | undefined => {
  try {
    new SmallDisk(1).remove();
    return undefined;
  } catch {
    return 'mounting a file system needs root';
  }
};
