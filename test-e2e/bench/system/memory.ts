import { readFileSync } from 'node:fs';
import { isProcAvailable, processTree } from './process-tree';

export interface Memory {
  /** MiB by part of the system. */
  readonly byPart: ReadonlyMap<string, number>;
  /** PSS counts what processes share once; RSS counts it for each. */
  readonly kind: 'PSS' | 'RSS';
}

/** What the system holds in memory now; undefined where the operating system does not say. */
export const memoryOf = (rootPid: number): Memory | undefined => {
  if (!isProcAvailable()) return undefined;
  const processes = processTree(rootPid);
  const sum = (kibOf: (pid: number) => number): Map<string, number> => {
    const byPart = new Map<string, number>();
    for (const { pid, part } of processes) byPart.set(part, (byPart.get(part) ?? 0) + kibOf(pid) / 1_024);
    return byPart;
  };
  try {
    return { kind: 'PSS', byPart: sum((pid) => kib(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m)) };
  } catch {
    // The kernel shows the maps of another user's processes to root only.
    return { kind: 'RSS', byPart: sum((pid) => kib(pid, 'status', /^VmRSS:\s+(\d+)/m)) };
  }
};

const kib = (pid: number, file: string, pattern: RegExp): number => {
  try {
    return Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'latin1'))?.[1] ?? 0);
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && (fault.code === 'ENOENT' || fault.code === 'ESRCH')) return 0;
    throw fault;
  }
};
