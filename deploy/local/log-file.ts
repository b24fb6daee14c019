import { open, rename, type FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';

/** Payers' names and merchants' references may be in logs, so only the user that runs the system may read them. */
const ownFileMode = 0o600;

export interface LogLimits {
  /** A file that has reached this size is put aside as `<file>.1`, the older ones as `.2` and so on. */
  readonly bytesMax: number;
  /** Files kept beside the one that is written. */
  readonly filesKept: number;
  /** After a write failed, nothing is written for this long. */
  readonly retryMs: number;
}

/** A service writes some 300 bytes for a request, so this is the last 200,000 requests of each. */
const limitsDefault: LogLimits = { bytesMax: 10 * 1_024 * 1_024, filesKept: 5, retryMs: 1_000 };

/**
 * A log file with a limit on what it takes of the disk. A write that fails loses its lines and no more: a full disk must
 * not end the process that writes the log, nor keep the one whose log it is waiting.
 */
export const createLogFile = (file: string, limits: LogLimits = limitsDefault): Writable => {
  let current: OpenLog | undefined;
  let silentUntilMs = 0;
  let lostLines = 0;

  const close = async (): Promise<void> => {
    const open = current;
    current = undefined;
    await open?.handle.close();
  };
  const reopen = async (): Promise<OpenLog> => {
    await close();
    current = await openLog(file);
    return current;
  };
  const write = async (text: Buffer): Promise<void> => {
    let log = current ?? (await reopen());
    if (log.bytes > 0 && log.bytes + text.length > limits.bytesMax) {
      await putAside(file, limits.filesKept);
      log = await reopen();
    }
    if (lostLines > 0) await log.handle.appendFile(`${String(lostLines)} lines could not be written here.\n`);
    lostLines = 0;
    await log.handle.appendFile(text);
    log.bytes += text.length;
  };
  const lose = async (text: Buffer): Promise<void> => {
    lostLines += text.toString('latin1').split('\n').length - 1;
    // Opened anew the next time: the file may have been moved, or its disk mounted again.
    await close().catch(() => undefined);
  };
  const writeOrLose = async (text: Buffer): Promise<void> => {
    if (performance.now() < silentUntilMs) return lose(text);
    try {
      await write(text);
    } catch {
      silentUntilMs = performance.now() + limits.retryMs;
      await lose(text);
    }
  };
  return new Writable({
    write: (text: Buffer, _encoding, done) => void writeOrLose(text).then(() => done()),
    final: (done) =>
      void close()
        .catch(() => undefined)
        .then(() => done()),
  });
};

interface OpenLog {
  readonly handle: FileHandle;
  bytes: number;
}

const openLog = async (file: string): Promise<OpenLog> => {
  const handle = await open(file, 'a', ownFileMode);
  const stat = await handle.stat();
  // An older log may be open to all. A device, to which a log may be linked, keeps its mode.
  if (stat.isFile()) await handle.chmod(ownFileMode);
  return { handle, bytes: stat.size };
};

/** Renames a log to `<file>.1` and the older ones after it; the oldest is overwritten. */
export const putAside = async (file: string, filesKept = limitsDefault.filesKept): Promise<void> => {
  for (let age = filesKept - 1; age >= 1; age -= 1)
    await renameIfThere(`${file}.${String(age)}`, `${file}.${String(age + 1)}`);
  await renameIfThere(file, `${file}.1`);
};

const renameIfThere = async (from: string, to: string): Promise<void> => {
  try {
    await rename(from, to);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'ENOENT') throw fault;
  }
};
