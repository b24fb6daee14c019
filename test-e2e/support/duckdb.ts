import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installPython } from '../../deploy/test/python-packages';

const run = promisify(execFile);

/** The folder of the command `duckdb`, by the Python package of that name: 21 MB, fetched once. */
export const duckdbFolder = async (): Promise<string> => join(await installPython(['duckdb-cli==1.5.6']), 'duckdb_cli');

/** Answers SQL, or a file of it, from one database file. */
export class DuckDb {
  /** Files in SQL are found from the folder. */
  constructor(
    private readonly database: string,
    private readonly folder = process.cwd(),
  ) {}

  query<Row>(sql: string): Promise<readonly Row[]> {
    return this.ask<Row>(['-c', sql]);
  }

  askFile<Row>(file: string): Promise<readonly Row[]> {
    return this.ask<Row>(['-f', file]);
  }

  private async ask<Row>(what: readonly string[]): Promise<readonly Row[]> {
    const program = join(await duckdbFolder(), 'duckdb');
    const options = { cwd: this.folder, maxBuffer: 64 * 1_024 * 1_024 };
    const { stdout } = await run(program, [this.database, '-json', ...what], options);
    return stdout.trim() === '' ? [] : (JSON.parse(stdout, unquoted) as Row[]);
  }
}

/** A sum of integers has 128 bits, which the command writes as a text. */
const unquoted = (_: string, value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
