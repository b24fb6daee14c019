import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BusName } from '../system/running-system';
import { type Machine } from './machine';
import { type Table } from './table';

export interface BusResult {
  readonly bus: BusName;
  readonly tables: readonly Table[];
}

/** A run, as it is kept to be compared with a later one. */
export interface BenchResult {
  readonly startedAt: string;
  readonly durationSeconds: number;
  readonly machine: Machine;
  readonly buses: readonly BusResult[];
}

/** Under the time of the run, and as latest.json. Answers the first one's path. */
export const keepResult = (folder: string, result: BenchResult): string => {
  mkdirSync(folder, { recursive: true });
  const text = `${JSON.stringify(result, null, 2)}\n`;
  const file = join(folder, `${result.startedAt.replaceAll(/[:.]/g, '-')}.json`);
  for (const path of [file, join(folder, 'latest.json')]) writeFileSync(path, text);
  return file;
};

export const readResult = (file: string): BenchResult => {
  const read = JSON.parse(readFileSync(file, 'utf8')) as Partial<BenchResult>;
  if (!Array.isArray(read.buses)) throw new Error(`${file} is not the result of a bench.`);
  return read as BenchResult;
};
