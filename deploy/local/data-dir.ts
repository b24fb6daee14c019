import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readStackFile } from './stack-file';

/**
 * Two systems on one data folder would destroy it, so the folder is taken with a lock file that holds our process id;
 * a lock whose process is gone is stale and is taken over. Answers the function that gives the folder back.
 */
export const takeDataDir = (dataDir: string): (() => void) => {
  mkdirSync(dataDir, { recursive: true });
  const lock = join(dataDir, 'runner.pid');
  const holder = pidIn(lock);
  if (holder !== undefined && isAlive(holder)) {
    const address = runningAddress(dataDir);
    throw new Error(
      `Repasse already runs on ${dataDir} (pid ${String(holder)}${address === undefined ? '' : `, ${address}`}). ` +
        'Use it, stop it, or start a second one with --data DIR --port-base N.',
    );
  }
  writeFileSync(lock, String(process.pid));
  return () => rmSync(lock, { force: true });
};

/** Undefined while the other runner is still starting. */
const runningAddress = (dataDir: string): string | undefined => {
  try {
    return readStackFile(dataDir).baseUrl;
  } catch {
    return undefined;
  }
};

const pidIn = (lock: string): number | undefined => {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && pid !== process.pid ? pid : undefined;
  } catch {
    return undefined;
  }
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
