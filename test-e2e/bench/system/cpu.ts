import { isProcAvailable, processTree } from './process-tree';

/** Milliseconds of CPU by part of the system. */
export type CpuMs = ReadonlyMap<string, number>;

export const loadGenerator = 'load generator';

/** They stand for the world outside, so what they use is no cost of a charge. */
export const isOutside = (part: string): boolean => part === loadGenerator || part === 'provider-sandbox';

/** Starts counting; the answer says what was used since, by the operating system's accounting. */
export const countCpu = (rootPid: number): (() => CpuMs) => {
  if (!isProcAvailable()) return () => new Map();
  const before = cpuNow(rootPid);
  return () => new Map([...cpuNow(rootPid)].map(([part, ms]) => [part, ms - (before.get(part) ?? 0)]));
};

const cpuNow = (rootPid: number): Map<string, number> => {
  const { user, system } = process.cpuUsage();
  const used = new Map([[loadGenerator, (user + system) / 1_000]]);
  for (const { part, cpuMs } of processTree(rootPid)) used.set(part, (used.get(part) ?? 0) + cpuMs);
  return used;
};
