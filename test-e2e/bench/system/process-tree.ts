import { readdirSync, readFileSync } from 'node:fs';

export interface SystemProcess {
  readonly pid: number;
  /** Which part of the system it belongs to. */
  readonly part: string;
  /** Its parent's, which is charged for it when it has ended. */
  readonly parentPart: string;
  /** Of it and of the children it has outlived, as connections of PostgreSQL are. */
  readonly cpuMs: number;
}

/** Linux counts CPU time in hundredths of a second for /proc, whatever its own clock does. */
const msPerTick = 10;

interface Stat {
  readonly pid: number;
  readonly parent: number;
  readonly cpuMs: number;
}

/** Every process below `root` and itself; empty where there is no /proc. */
export const processTree = (root: number): readonly SystemProcess[] => {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => statOf(Number(pid)) ?? []);
  const below = (stat: Stat, inherited: string): SystemProcess[] => {
    const part = partOf(stat.pid) ?? inherited;
    const children = stats.filter(({ parent }) => parent === stat.pid);
    return [
      { pid: stat.pid, part, parentPart: inherited, cpuMs: stat.cpuMs },
      ...children.flatMap((child) => below(child, part)),
    ];
  };
  return stats.filter(({ pid }) => pid === root).flatMap((stat) => below(stat, 'runner'));
};

/** Undefined for a process that has ended meanwhile. */
const statOf = (pid: number): Stat | undefined => {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The command stands in parentheses and may hold any character, so fields are counted behind it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return { pid, parent: Number(fields[1]), cpuMs: ticks * msPerTick };
};

const parts: readonly (readonly [pattern: RegExp, part: string])[] = [
  [/services\/([\w-]+)\/dist\/main/, '$1'],
  [/dist\/edge\/main/, 'edge'],
  [/postgres-process/, 'postgresql'],
  // What the simulated providers ask of the database is theirs.
  [/^postgres: \w+ repasse_provider_sandbox /, 'provider-sandbox'],
  // A connection, by its database.
  [/^postgres: \w+ repasse_(\w+) /, 'postgresql: $1'],
  [/kafka\.Kafka/, 'kafka'],
  [/karapace|registry/i, 'registry'],
];

/** Undefined for a process that belongs to its parent's part, as connections of PostgreSQL do. */
const partOf = (pid: number): string | undefined => {
  const command = read(`/proc/${pid}/cmdline`) ?? '';
  for (const [pattern, part] of parts) {
    const found = pattern.exec(command);
    if (found !== null) return part.replace('$1', found[1] ?? '');
  }
  return undefined;
};

const read = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
};

export const isProcAvailable = (): boolean => read('/proc/self/stat') !== undefined;
