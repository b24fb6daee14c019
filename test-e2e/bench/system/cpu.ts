import { isProcAvailable, processTree, type SystemProcess } from './process-tree';

/** Milliseconds of CPU by part of the system. */
export type CpuMs = ReadonlyMap<string, number>;

export const loadGenerator = 'load generator';

/** They stand for the world outside, so what they use is no cost of a charge. */
export const isOutside = (part: string): boolean => part === loadGenerator || part === 'provider-sandbox';

/** Starts counting; the result says what was used since, by the operating system's accounting. */
export const countCpu = (rootPid: number): (() => CpuMs) => {
  if (!isProcAvailable()) return () => new Map();
  const [before, generatorBefore] = [processTree(rootPid), generatorMs()];
  return () => {
    const used = cpuBetween(before, processTree(rootPid));
    return new Map([[loadGenerator, generatorMs() - generatorBefore], ...used]);
  };
};

const generatorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The parent of a process that ended counts all of that process's time as its own, so the time before is taken off there. */
export const cpuBetween = (before: readonly SystemProcess[], after: readonly SystemProcess[]): CpuMs => {
  const used = new Map<string, number>();
  const add = (part: string, ms: number) => used.set(part, (used.get(part) ?? 0) + ms);
  const earlier = new Map(before.map((process) => [process.pid, process]));
  for (const { pid, part, cpuMs } of after) {
    add(part, cpuMs - (earlier.get(pid)?.cpuMs ?? 0));
    earlier.delete(pid);
  }
  for (const { parentPart, cpuMs } of earlier.values()) add(parentPart, -cpuMs);
  return used;
};
